# The files a host sees: programs of this machine, read-only; everything else is its own and empty.

make_files() {
    mount -t tmpfs -o mode=755,size=2g "bed-$name" "$root"
    bind /usr "$root/usr"
    for folder in bin sbin lib lib32 lib64 libx32; do
        if [ -L "/$folder" ]; then
            cp -P "/$folder" "$root/$folder"
        elif [ -d "/$folder" ]; then
            bind "/$folder" "$root/$folder"
        fi
    done
    mkdir -p "$root/dev" "$root/home" "$root/mnt" "$root/opt" "$root/proc" "$root/run" "$root/small" "$root/srv" \
        "$root/sys" "$root/var/cache" "$root/var/lib" "$root/var/log"
    mkdir -m 700 "$root/root"
    mkdir -m 1777 "$root/tmp" "$root/var/tmp"
    ln -s /run "$root/var/run"
    mount -t proc proc "$root/proc"
    mount -t sysfs sys "$root/sys"
    mount -t tmpfs -o mode=1777,size=512m "tmp-$name" "$root/tmp"
    # A disk that is soon full.
    mount -t tmpfs -o mode=1777,size=8m "small-$name" "$root/small"
    make_devices
    [ "$(setting "$name" java yes)" = yes ] || hide_java
}

# bind FROM TO: read-only
bind() {
    mkdir -p "$2"
    mount --rbind "$1" "$2"
    mount -o remount,bind,ro "$2"
}

make_devices() {
    for device in null zero full random urandom tty; do
        : >"$root/dev/$device"
        mount --bind "/dev/$device" "$root/dev/$device"
    done
    mkdir "$root/dev/pts"
    mount -t devpts -o newinstance,ptmxmode=0666,mode=620 devpts "$root/dev/pts"
    ln -s pts/ptmx "$root/dev/ptmx"
    ln -s /proc/self/fd "$root/dev/fd"
    ln -s fd/0 "$root/dev/stdin"
    ln -s fd/1 "$root/dev/stdout"
    ln -s fd/2 "$root/dev/stderr"
    mkdir -m 1777 "$root/dev/shm"
    mount -t tmpfs -o mode=1777,size=256m "shm-$name" "$root/dev/shm"
}

hide_java() {
    [ ! -d /usr/lib/jvm ] || mount -t tmpfs -o ro none "$root/usr/lib/jvm"
    ! chroot "$root" sh -c 'java -version' 2>/dev/null || fail "there is a java outside /usr/lib/jvm"
}

# The launcher's home is a folder of the bed, so that tests can write its files; it sees what is shared with it.
make_launcher() {
    mount --bind "$bed/home" "$root/root"
    while read -r path; do
        bind "$path" "$root$path"
    done <"$bed/shares"
}
