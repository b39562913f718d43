# What goes wrong in a cluster, on purpose.

link() {
    pid=$(pid_of switch)
    nsenter -t "$pid" -n ip link set "$1" "$2"
}

# The host's init is the only one whose number in its own namespace is 1.
processes() {
    space=$(readlink "/proc/$(pid_of "$1")/ns/pid")
    for process in /proc/[0-9]*; do
        [ "$(readlink "$process/ns/pid" 2>/dev/null)" != "$space" ] || echo "${process#/proc/}"
    done
}

stop_sshd() {
    for process in $(processes "$1"); do
        case $(cat "/proc/$process/comm" 2>/dev/null) in
        sshd*) kill -9 "$process" 2>/dev/null || true ;;
        esac
    done
}

start_sshd() { (on_host "$1" setsid -f /usr/sbin/sshd -D -e </dev/null >>"$bed/logs/$1" 2>&1); }
