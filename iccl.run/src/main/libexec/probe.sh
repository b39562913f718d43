# Prints what the launcher wants to know about a node, a line each: a key, a tab, a value. The launcher sends it with these
# variables set in front: install (where the runtime is deployed), java_home and work (both may be empty).
# Everything here is asked in one go and mostly without starting a program: that counts when there are many nodes.

say() { printf '%s\t%s\n' "$1" "$2"; }
first_line() { [ -r "$1" ] && { IFS= read -r line <"$1" || [ -n "$line" ]; }; }
absolute() { case $1 in "~"/*) printf %s "$HOME/${1#"~/"}" ;; *) printf %s "$1" ;; esac; }

# ---- the system ----

first_line /proc/sys/kernel/hostname && say host "$line"
# The same for all containers of a machine, which share its cores.
first_line /proc/sys/kernel/random/boot_id && say machine "$line"
say home "$HOME"
say user "$(id -un)"
say uid "$(id -u)"
say architecture "$(uname -m)"
[ -r /etc/os-release ] && (. /etc/os-release; say os "${ID-}"; say os_version "${VERSION_ID-}")
libc=$(getconf GNU_LIBC_VERSION 2>/dev/null) && say glibc "${libc#glibc }"
say cores "$(nproc 2>/dev/null || getconf _NPROCESSORS_ONLN)"
while read -r key value _; do
    case $key in MemTotal:) say memory_kib "$value"; break ;; esac
done </proc/meminfo
first_line /sys/fs/cgroup/memory.max && say memory_limit "$line"
say byte_order "$(printf '\001\002' | od -An -tx2)"
say clock "$(date +%s.%N)"
say locked_kib "$(ulimit -l)"

# ---- the network ----

say ssh_connection "${SSH_CONNECTION-}"
ip -o addr show up 2>/dev/null | while read -r _ interface family address _; do
    case $family in inet | inet6) say address "$interface $address" ;; esac
done
for device in /sys/class/infiniband/*; do
    [ -e "$device" ] && say infiniband "${device##*/}"
done

# ---- Java ----

see_java() {
    [ -x "$1/bin/java" ] || return
    version=
    if [ -r "$1/release" ]; then
        while IFS='=' read -r key value; do
            case $key in JAVA_VERSION) version=${value#\"} version=${version%\"}; break ;; esac
        done <"$1/release"
    fi
    [ -n "$version" ] || version=$("$1/bin/java" -version 2>&1 | sed -n '1s/.*"\(.*\)".*/\1/p')
    say java "$version $1"
}

if [ -n "$java_home" ]; then
    java_home=$(absolute "$java_home")
    say java_stated "$java_home"
    see_java "$java_home"
else
    [ -z "${JAVA_HOME-}" ] || see_java "$JAVA_HOME"
    if found=$(command -v java); then
        found=$(readlink -f "$found")
        see_java "${found%/bin/java}"
    fi
    for found in /usr/lib/jvm/*; do
        [ -h "$found" ] || see_java "$found"
    done
fi

# ---- MPI ----

seen_mpi=
see_mpi() {
    for other in $seen_mpi; do
        if [ "$1" -ef "$other" ]; then return; fi
    done
    seen_mpi="$seen_mpi $1"
    # Two lines: the first with content says Open MPI's version, the second Hydra's. An MPI that hangs is none.
    text=$(timeout 10 "$1" --version 2>&1 </dev/null | head -n 2 | tr '\n\t' '  ')
    say mpi "$1 $text"
    case $text in
    *'Open MPI'* | *OpenRTE* | *PRRTE*) see_bindings "${1%/*}" ;;
    esac
}

see_bindings() {
    for folder in "$1/../lib" "$1/../lib64" "$1/../lib/$(uname -m)-linux-gnu" /usr/lib64/openmpi/lib; do
        for file in "$folder"/libmpi_java.so*; do
            [ -e "$file" ] && say libmpi_java "$(readlink -f "$file")" && break
        done
        for file in "$folder"/libmpi.so*; do
            [ -e "$file" ] && say libmpi "$(readlink -f "$file")" && break
        done
        for file in "$folder/mpi.jar" "$folder/openmpi/mpi.jar" "$folder/openmpi/lib/mpi.jar"; do
            [ -e "$file" ] && say mpi_jar "$file"
        done
    done
    [ -e /usr/lib/java/openmpi/mpi.jar ] && say mpi_jar /usr/lib/java/openmpi/mpi.jar
}

for name in mpirun.openmpi mpirun mpiexec.openmpi mpiexec mpiexec.hydra mpirun.mpich mpiexec.mpich; do
    found=$(command -v "$name") && [ -x "$found" ] && see_mpi "$found"
done

# ---- what builds need ----

for name in cc c++ gcc g++ clang cmake make mvn tar sha256sum; do
    found=$(command -v "$name") && say tool "$name $found"
done

# ---- accelerators ----

for device in /sys/bus/pci/devices/*; do
    # Displays, coprocessors, accelerators.
    first_line "$device/class" || continue
    case $line in 0x03* | 0x0b40* | 0x12*) ;; *) continue ;; esac
    class=$line
    first_line "$device/vendor" && vendor=$line
    first_line "$device/device" && say pci "$vendor $line $class"
done
for device in /dev/nvidia[0-9]* /dev/mxcd /dev/cambricon_* /dev/mtgpu* /dev/iluvatar* /dev/itrctl /dev/kfd; do
    [ -e "$device" ] && say device "$device"
done

# ---- room, and what has been deployed ----

install=$(absolute "$install")
say install "$install"
room=$install
while [ ! -d "$room" ]; do room=${room%/*}; [ -n "$room" ] || room=/; done
[ -w "$room" ] && say install_writable yes
df -Pk "$room" /tmp /dev/shm 2>/dev/null | while read -r _ _ _ free _ mount; do
    case $free in *[!0-9]*) ;; *) say free_kib "$free $mount" ;; esac
done
for folder in trees store; do
    ls "$install/deployed/$folder" 2>/dev/null | while IFS= read -r name; do
        say "have_$folder" "$name"
    done
done
if [ -n "$work" ]; then
    work=$(absolute "$work")
    [ -d "$work" ] && say work "$work"
fi
:
