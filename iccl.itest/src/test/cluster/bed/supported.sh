# Can this machine carry a test bed? Tried with the same calls that the bed makes.

supported() {
    [ "$(id -u)" = 0 ] || cannot "only root may make hosts"
    for tool in ip unshare nsenter sshd ssh ssh-keygen; do
        PATH=$PATH:/usr/sbin:/sbin command -v $tool >/dev/null 2>&1 || cannot "$tool is not installed"
    done
    reason=$(unshare --net --uts --ipc --mount --pid --fork sh -c '
        mount -t tmpfs try /mnt && mkdir /mnt/proc && mount -t proc proc /mnt/proc &&
        ip link add end0 type veth peer name end1 && ip link add hosts type bridge && ip link set end0 master hosts' 2>&1) ||
        cannot "no namespaces with a network of their own: $reason"
}

cannot() {
    say "cannot make hosts on this machine: $1"
    exit 3
}
