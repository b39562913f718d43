# Prints what the launcher wants to know about a node, a line each: a key, a tab, a value. The launcher sends it with these
# variables set in front: install (where the runtime is deployed), launchers (names of those of MPI that the job can use), and,
# which may be empty, java_home, work, known (lines as in the file versions, see below) and all (whether to tell what a job's
# start can do without).
# All is asked in one go, and wherever a shell can by itself, without starting a program or a subshell: with many nodes on few
# cores that is what counts. All is said in one go, too: of many small pieces each would be a packet of its own.

newline='
'
answer=
say() { answer="$answer$1	$2$newline"; }
first_line() { [ -r "$1" ] && { IFS= read -r line <"$1" || [ -n "$line" ]; }; }
# Sets path to what a node's user means by a path.
absolute() { case $1 in "~"/*) path=$HOME/${1#"~/"} ;; *) path=$1 ;; esac; }
absolute "$install"
install=$path
kept=$install/deployed/versions

# Sets found to the path of a program.
on_path() {
    IFS=:
    for folder in $PATH; do
        found=${folder:-.}/$1
        if [ -f "$found" ] && [ -x "$found" ]; then
            unset IFS
            return 0
        fi
    done
    unset IFS
    return 1
}

# ---- the system ----

first_line /proc/sys/kernel/hostname && say host "$line"
# The same for all containers of a machine, which share its cores.
first_line /proc/sys/kernel/random/boot_id && say machine "$line"
say home "$HOME"
say user "${USER:-$(id -un)}"
if first_line /proc/sys/kernel/arch; then architecture=$line; else architecture=$(uname -m); fi
say architecture "$architecture"
case $architecture in
x86_64 | aarch64 | ppc64le | riscv64) say byte_order 0201 ;;
*) say byte_order "$(printf '\001\002' | od -An -tx2)" ;;
esac
if [ -r /etc/os-release ]; then
    while IFS='=' read -r key value; do
        value=${value#\"}
        case $key in
        ID) say os "${value%\"}" ;;
        VERSION_ID) say os_version "${value%\"}" ;;
        esac
    done </etc/os-release
fi

# From a list such as 0-3,8.
count_cores() {
    cores=0
    IFS=,
    for range in $1; do cores=$((cores + ${range#*-} - ${range%-*} + 1)); done
    unset IFS
    say cores "$cores"
}
while IFS='	' read -r key value _; do
    case $key in
    Uid:) say uid "$value" ;;
    Cpus_allowed_list:) count_cores "$value" ;;
    esac
done </proc/self/status
while read -r key value _; do
    case $key in MemTotal:) say memory_kib "$value"; break ;; esac
done </proc/meminfo
first_line /sys/fs/cgroup/memory.max && say memory_limit "$line"
if [ -n "$all" ]; then say clock "$(date +%s.%N)"; fi

# ---- the network ----

say ssh_connection "${SSH_CONNECTION-}"
addresses=$(ip -o addr show up 2>/dev/null)
while read -r _ interface family address _; do
    case $family in inet | inet6) say address "$interface $address" ;; esac
done <<END
$addresses
END
for device in /sys/class/infiniband/*; do
    [ -e "$device" ] && say infiniband "${device##*/}"
done

# ---- Java ----

has_java=
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
    # Older ones do not run ICCL.
    case ${version%%.*} in '' | [1-9] | 1[0-6]) ;; *) has_java=yes ;; esac
}

if [ -n "$java_home" ]; then
    absolute "$java_home"
    java_home=$path
    say java_stated "$java_home"
    see_java "$java_home"
else
    [ -z "${JAVA_HOME-}" ] || see_java "$JAVA_HOME"
    if on_path java; then
        # The same, in most cases; a shell cannot follow a link by itself.
        command=$found
        for found in /usr/lib/jvm/*; do
            if [ ! -h "$found" ] && [ "$found/bin/java" -ef "$command" ]; then
                command=$found/bin/java
                break
            fi
        done
        [ ! -h "$command" ] || command=$(readlink -f "$command")
        see_java "${command%/bin/java}"
    fi
    for found in /usr/lib/jvm/*; do
        [ -h "$found" ] || see_java "$found"
    done
fi
# Whether a Java of the launcher's runs here.
if [ -z "$has_java" ]; then libc=$(getconf GNU_LIBC_VERSION 2>/dev/null) && say glibc "${libc#glibc }"; fi

# ---- MPI ----

# Sets text to what an MPI's launcher says to --version: the first line has Open MPI's, the second Hydra's. Asking takes
# long, so the answer is kept as long as the file, which $1 describes, stays as it is: here, and by the icclrun that asks,
# whose own may be the same. $1 ends with the path.
ask_version() {
    if look_up "$1" <<END
$known
END
    then return; fi
    if [ -r "$kept" ] && look_up "$1" <"$kept"; then return; fi
    # One that hangs or fails is none now, whatever it says; it may be one the next time.
    text=$(timeout 10 "/${1#*/}" --version 2>&1 </dev/null)
    asked=$?
    rest=${text#*"$newline"}
    text="${text%%"$newline"*} ${rest%%"$newline"*}"
    if [ $asked != 0 ]; then
        text="gave status $asked to --version"
    elif [ -w "${kept%/*}" ]; then
        printf '%s\t%s\n' "$1" "$text" >>"$kept"
    fi
}

look_up() {
    while IFS='	' read -r key text; do
        if [ "$key" = "$1" ]; then return; fi
    done
    return 1
}

see_mpi() {
    ask_version "$1"
    say mpi "/${1#*/} $text"
    case $text in
    *'Open MPI'* | *OpenRTE* | *PRRTE*) found=/${1#*/} && see_bindings "${found%/*}" ;;
    esac
}

# The first of a library's files in a folder; a system's folder has so many that it is listed only where it must be.
see_library() {
    if [ -e "$2/$1.so" ]; then
        say "$1" "$2/$1.so"
        return
    fi
    for file in "$2/$1.so".*; do
        [ -e "$file" ] && say "$1" "$file" && return
    done
}

see_bindings() {
    for folder in "$1/../lib" "$1/../lib64" "$1/../lib/$architecture-linux-gnu" /usr/lib64/openmpi/lib; do
        see_library libmpi_java "$folder"
        see_library libmpi "$folder"
        for file in "$folder/mpi.jar" "$folder/openmpi/mpi.jar" "$folder/openmpi/lib/mpi.jar"; do
            [ -e "$file" ] && say mpi_jar "$file"
        done
    done
    [ -e /usr/lib/java/openmpi/mpi.jar ] && say mpi_jar /usr/lib/java/openmpi/mpi.jar
}

set --
add_mpi() {
    for other in "$@"; do
        if [ "$found" -ef "$other" ]; then return 1; fi
    done
}
for name in $launchers; do
    if on_path "$name" && add_mpi "$@"; then set -- "$@" "$found"; fi
done
if [ $# -gt 0 ]; then
    files=$(stat -Lc '%s %Y %n' "$@")
    while IFS= read -r file; do see_mpi "$file"; done <<END
$files
END
fi

# ---- what builds need ----

for name in cc c++ gcc g++ clang cmake make mvn tar cksum; do
    on_path "$name" && say tool "$name $found"
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

say install "$install"
room=$install
while [ ! -d "$room" ]; do room=${room%/*}; [ -n "$room" ] || room=/; done
[ -w "$room" ] && say install_writable yes
if [ -n "$all" ]; then
    free=$(df -Pk "$room" /tmp /dev/shm 2>/dev/null)
    while read -r _ _ _ free _ mount; do
        case $free in '' | *[!0-9]*) ;; *) say free_kib "$free $mount" ;; esac
    done <<END
$free
END
fi
for folder in trees store; do
    for file in "$install/deployed/$folder"/*; do
        [ -e "$file" ] && say "have_$folder" "${file##*/}"
    done
done
if [ -n "$work" ]; then
    absolute "$work"
    [ -d "$path" ] && say work "$path"
fi
printf %s "$answer"
