# A host's configuration: a copy of this machine's /etc with names, users and sshd of its own.

make_etc() {
    cp -a /etc "$root/etc"
    echo "$name" >"$root/etc/hostname"
    : >"$root/etc/resolv.conf"
    make_names >"$root/etc/hosts"
    rm -rf "$root"/etc/ssh/ssh_host_* "$root"/etc/ssh/sshd_config.d
    install -m 600 "$bed/keys/$name" "$root/etc/ssh/host_key"
    make_sshd_config >"$root/etc/ssh/sshd_config"
    mkdir -p "$root/run/sshd"
}

make_names() {
    echo "127.0.0.1 localhost"
    echo "::1 localhost ip6-localhost"
    echo "10.77.0.254 launcher.bed.test launcher"
    while read -r node address user port; do
        if [ "$node" = "$name" ] && [ "$(setting "$node" loopback no)" = yes ]; then
            echo "127.0.1.1 $node.bed.test $node"
        else
            echo "$address $node.bed.test $node"
        fi
    done <"$bed/nodes"
    # For ::, as sites with both kinds of addresses have it.
    while read -r node address user port; do
        echo "fd77::${address##*.} $node-v6.bed.test $node-v6"
    done <"$bed/nodes"
}

make_sshd_config() {
    echo "Port $(setting "$name" port 22)"
    echo "HostKey /etc/ssh/host_key"
    echo "PermitRootLogin prohibit-password"
    echo "PasswordAuthentication no"
    echo "KbdInteractiveAuthentication no"
    echo "UsePAM no"
    echo "PrintMotd no"
    echo "AcceptEnv LANG LC_*"
    echo "Subsystem sftp internal-sftp"
}

# With via=NODE the key is good for those only who come from there.
make_authorized_keys() {
    via=$(setting "$name" via '')
    [ -z "$via" ] || printf 'from="10.77.0.%s,fd77::%s" ' "$(number_of "$via")" "$(number_of "$via")"
    cat "$bed/home/.ssh/id_ed25519.pub"
}

# Its user may log in with the launcher's key; nobody else may, not even root.
make_users() {
    user=$(setting "$name" user root)
    home=/root
    grep -q '^sshd:' "$root/etc/passwd" ||
        echo "sshd:x:105:65534::/run/sshd:/usr/sbin/nologin" >>"$root/etc/passwd"
    if [ "$user" != root ]; then
        home=/home/$user
        echo "$user:x:2001:2001::$home:/bin/bash" >>"$root/etc/passwd"
        echo "$user:x:2001:" >>"$root/etc/group"
        echo "$user:*:19000:0:99999:7:::" >>"$root/etc/shadow"
        mkdir -m 755 "$root$home"
    fi
    mkdir -m 700 "$root$home/.ssh"
    make_authorized_keys >"$root$home/.ssh/authorized_keys"
    [ "$(setting "$name" noisy no)" = no ] || echo 'echo "Welcome to $(hostname). Please read the rules."' >"$root$home/.bashrc"
    [ "$user" = root ] || chown -R 2001:2001 "$root$home"
}
