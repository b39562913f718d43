# A cable between this host and the switch.

at_switch() { nsenter --net="/proc/$switch/ns/net" "$@"; }

plug_in() {
    number=$(number_of "$name")
    ip link set lo up
    if [ "$(setting "$name" slow no)" = no ]; then plug_in_cable; else plug_in_slow_cable; fi
    [ "$(setting "$name" ipv4 yes)" = no ] || ip addr add "10.77.0.$number/24" dev eth0
    ip addr add "fd77::$number/64" dev eth0 nodad
    ip link set eth0 up
    at_switch ip link set "$name" master hosts up
}

plug_in_cable() { ip link add eth0 type veth peer name "$name" netns "/proc/$switch/ns/net"; }

# Every frame is late by 20 ms, there and back; where the kernel has no netem, a program does it.
plug_in_slow_cable() {
    plug_in_cable
    if tc qdisc add dev eth0 root netem delay 20ms 2>/dev/null; then
        at_switch tc qdisc add dev "$name" root netem delay 20ms
        return
    fi
    ip link del eth0
    cc -O1 -o "$bed/delay.$name" "$here/delay.c"
    "$bed/delay.$name" 20 "/proc/$pid/ns/net" eth0 "/proc/$switch/ns/net" "$name" >"$bed/logs/$name.delay" &
    until grep -q plugged "$bed/logs/$name.delay"; do sleep 0.02; done
}
