# The launcher's home: a key that every node accepts, every node's host key in known_hosts, and an ssh configuration.

make_keys() {
    ssh=$bed/home/.ssh
    mkdir -m 700 "$ssh"
    ssh-keygen -q -t ed25519 -N '' -C launcher -f "$ssh/id_ed25519"
    for node in launcher $(nodes); do
        ssh-keygen -q -t ed25519 -N '' -C "$node" -f "$bed/keys/$node"
    done
    while read -r node address user port; do
        key=$(cut -d' ' -f1,2 "$bed/keys/$node.pub")
        for name in "$node" "$node.bed.test" "$address" "fd77::${address##*.}"; do
            [ "$port" = 22 ] || name="[$name]:$port"
            echo "$name $key"
        done
    done <"$bed/nodes" >"$ssh/known_hosts"
    # Names that only ssh knows, as people write them.
    while read -r node address user port; do
        printf 'Host via-%s\n    HostName %s\n    User %s\n    Port %s\n' "$node" "$address" "$user" "$port"
    done <"$bed/nodes" >"$ssh/config"
}
