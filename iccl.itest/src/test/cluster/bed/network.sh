# A cable between this host and the switch.

at_switch() { nsenter --net="/proc/$switch/ns/net" "$@"; }

plug_in() {
    number=$(number_of "$name")
    ip link set lo up
    ip link add eth0 type veth peer name "$name" netns "/proc/$switch/ns/net"
    ip addr add "10.77.0.$number/24" dev eth0
    ip addr add "fd77::$number/64" dev eth0 nodad
    ip link set eth0 up
    at_switch ip link set "$name" master hosts up
    [ "$(setting "$name" slow no)" = no ] || slow_down
}

# A delay where the kernel has netem; else a narrow link, which makes everything late as well.
slow_down() {
    tc qdisc add dev eth0 root netem delay 40ms 2>/dev/null ||
        tc qdisc add dev eth0 root tbf rate 20mbit burst 16kb latency 400ms
    at_switch tc qdisc add dev "$name" root netem delay 40ms 2>/dev/null ||
        at_switch tc qdisc add dev "$name" root tbf rate 20mbit burst 16kb latency 400ms
}
