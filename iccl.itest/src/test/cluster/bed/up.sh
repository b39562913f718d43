# Starts a bed and waits until every sshd listens.

up() {
    [ $# -ge 2 ] || fail "up DIR COUNT"
    count=$2
    owner=
    mkdir -p "$1"
    bed=$(readlink -f "$1")
    shift 2
    [ -z "$(ls -A "$bed")" ] || fail "$bed is not empty; testbed down $bed"
    mkdir "$bed/root" "$bed/logs" "$bed/keys" "$bed/home"
    echo "$count" >"$bed/count"
    : >"$bed/settings"
    : >"$bed/shares"
    while [ $# -gt 0 ]; do
        case $1 in
        --owner) owner=$2; shift ;;
        --share) readlink -f "$2" >>"$bed/shares"; shift ;;
        node*.*=*) echo "$1" >>"$bed/settings" ;;
        *) fail "what is '$1'?" ;;
        esac
        shift
    done
    trap 'give_up' EXIT
    trap 'exit 1' HUP INT TERM
    . "$here/keys.sh"
    make_nodes
    make_keys
    setsid unshare --net --mount --pid --fork sh "$here/switch.sh" "$bed" "$owner" \
        </dev/null >"$bed/logs/switch" 2>&1 &
    await_hosts
    trap - EXIT HUP INT TERM
}

# One line per node: name address user port
make_nodes() {
    for node in $(nodes); do
        echo "$node 10.77.0.$(number_of "$node") $(setting "$node" user root) $(setting "$node" port 22)"
    done >"$bed/nodes"
}

await_hosts() {
    for host in launcher $(nodes); do
        tries=0
        until [ -e "$bed/$host.up" ]; do
            tries=$((tries + 1))
            [ $tries -lt 600 ] || fail "$host does not come up"
            [ ! -e "$bed/failed" ] || fail "$(cat "$bed/failed")"
            sleep 0.05
        done
    done
}

give_up() {
    tail -n 5 "$bed"/logs/* >&2
    . "$here/down.sh"
    down "$bed"
    exit 1
}
