# What every part of the test bed needs to know.

say() { echo "testbed: $*" >&2; }
fail() { say "$*"; exit 1; }

# Sets bed to the folder of a running one.
open_bed() {
    bed=$(readlink -f "$1")
    [ -f "$bed/switch.pid" ] || fail "no bed in $1"
}

# The first process of a host (or "switch"), as this machine numbers it; the folder's name guards against a number used again.
pid_of() {
    pid=$(cat "$bed/$1.pid" 2>/dev/null) || fail "no host $1 in $bed"
    tr '\0' ' ' 2>/dev/null <"/proc/$pid/cmdline" | grep -qF "$bed" || fail "$1 in $bed is not running"
    echo "$pid"
}

on_host() {
    pid=$(pid_of "$1")
    shift
    HOME=/root TMPDIR=/tmp exec nsenter -t "$pid" -m -u -i -n -p -r -w "$@"
}

# setting NODE KEY DEFAULT
setting() {
    value=$(sed -n "s/^$1\.$2=//p" "$bed/settings" | tail -n 1)
    echo "${value:-$3}"
}

# The last number of an address: node1's is a prefix of node2's.
number_of() {
    case $1 in
    launcher) echo 254 ;;
    node2) echo 12 ;;
    node12) echo 2 ;;
    *) echo "${1#node}" ;;
    esac
}

nodes() { seq -f 'node%g' "$(cat "$bed/count")"; }
