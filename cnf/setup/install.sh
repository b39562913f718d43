#!/bin/sh
# Finds out what this machine lacks to build and run ICCL, and installs it through apt.
#
#   install.sh            what is needed to build and to run; without MPI only a warning when it cannot be installed
#   install.sh --all      everything the tests need too: a missing MPI is an error
#
# As root it goes ahead, on a terminal after asking once. A user gets the same with sudo; where sudo is not there, or wants
# a password and there is no terminal, the exact commands are printed. apt's configuration is left alone.
#
# Exit status: 0 all is there; 3 something is missing and was not installed; 1 installing failed.
set -eu

say() { echo "setup: $*" >&2; }

# ---- what is missing ----

javac_version() {
    javac=javac
    if [ -n "${JAVA_HOME:-}" ]; then javac=$JAVA_HOME/bin/javac; fi
    command -v "$javac" >/dev/null 2>&1 || { echo 0; return; }
    # "javac 17.0.15", "javac 25-ea", "javac 1.8.0_402"
    "$javac" -version 2>&1 | sed -n 's/^javac \([0-9]*\).*/\1/p' | grep . || echo 0
}

has() { command -v "$1" >/dev/null 2>&1; }

# A compiler without its library's headers is found by using it.
has_compiler() {
    has "${CXX:-g++}" && echo '#include <cstdint>' | "${CXX:-g++}" -x c++ -fsyntax-only - 2>/dev/null
}

# Sets needed (to build), wanted (MPI), and packages.
look() {
    needed=
    wanted=
    packages=
    version=$(javac_version)
    if [ "$version" -lt 17 ]; then
        if [ -n "${JAVA_HOME:-}" ]; then
            say "JAVA_HOME is $JAVA_HOME, which holds no JDK 17 or newer. Set it to one, or unset it."
            exit 3
        fi
        lacks "a JDK, 17 or newer" "$(jdk_package)"
    fi
    has mvn || lacks "Maven, 3.8 or newer" maven
    has_compiler || lacks "a C++17 compiler" g++
    has flock || lacks "flock" util-linux
    { has mpirun.openmpi || { has ompi_info && has mpirun; }; } || wants "Open MPI" openmpi-bin
    { has mpirun.mpich || has mpiexec.hydra; } || wants "MPICH" mpich
    # Debian ships Open MPI without mpi.jar; building it means unpacking a .tar.xz.
    has xz || wants "xz" xz-utils
    if [ "$all" != no ]; then
        look_for_cluster
        look_for_c
    fi
}

# The tests compile C programs as users do, also such that call MPI themselves.
look_for_c() {
    has pkg-config || wants "pkg-config" pkg-config
    # Debian's python3-minimal has no ctypes.
    python3 -c 'import ctypes' >/dev/null 2>&1 || wants "Python 3" python3
    has valgrind || wants "Valgrind" valgrind
    # The compilers come without the headers.
    finds_header mpicc.openmpi || wants "Open MPI's headers" libopenmpi-dev
    finds_header mpicc.mpich || wants "MPICH's headers" libmpich-dev
}

finds_header() { echo '#include <mpi.h>' | "$1" -E -x c - >/dev/null 2>&1; }

# The tests make hosts of their own (iccl.itest/src/test/cluster/testbed). Debian starts sshd when it is installed.
look_for_cluster() {
    has_admin sshd || wants "the OpenSSH server" openssh-server
    has ssh || wants "the OpenSSH client" openssh-client
    has_admin ip || wants "iproute2" iproute2
    has cmake || wants "CMake" cmake
    has make || wants "Make" make
}

# A user's PATH may not lead to what administrators use.
has_admin() { has "$1" || [ -x "/usr/sbin/$1" ] || [ -x "/sbin/$1" ]; }

lacks() {
    needed="${needed:+$needed; }$1"
    packages="$packages $2"
}

wants() {
    wanted="${wanted:+$wanted; }$1"
    packages="$packages $2"
}

# The default JDK where it is new enough, as in Debian 12 and later.
jdk_package() {
    default=$(apt-cache policy default-jdk-headless 2>/dev/null |
        sed -n 's/^ *Candidate: [0-9]*:1\.\([0-9]*\).*/\1/p')
    if [ "${default:-17}" -ge 17 ]; then
        echo default-jdk-headless
        return
    fi
    for release in 25 21 17; do
        if apt-cache show "openjdk-$release-jdk-headless" >/dev/null 2>&1; then
            echo "openjdk-$release-jdk-headless"
            return
        fi
    done
    echo openjdk-17-jdk-headless
}

# ---- how to install it ----

is_debian() { has apt-get && has dpkg; }

in_words() {
    say "missing: $needed${needed:+${wanted:+; }}$wanted"
    say "This system has no apt, so install them with its own package manager, and try again. Fedora, RHEL, Rocky:"
    say "  dnf install java-21-openjdk-devel maven gcc-c++ openmpi openmpi-java mpich xz"
    say "Open MPI must be version 4 or 5; mpirun of both MPIs must be found in PATH (module load, if your site uses that)."
}

# How to become root: prefix holds the words to put before a command.
find_root() {
    prefix=
    [ "$(id -u)" != 0 ] || return 0
    has sudo || return 1
    prefix=sudo
    sudo -n true 2>/dev/null || on_terminal
}

on_terminal() { [ -z "${CI:-}" ] && [ -t 0 ] && [ -t 2 ]; }

commands() {
    echo "  ${prefix:+$prefix }apt-get update"
    echo "  ${prefix:+$prefix }apt-get install --no-install-recommends$packages"
}

agreed() {
    on_terminal || return 0
    say "missing: $needed${needed:+${wanted:+; }}$wanted"
    commands >&2
    printf 'setup: Run these commands now? [Y/n] ' >&2
    read -r answer || answer=n
    case $answer in
    '' | [Yy]*) return 0 ;;
    *) return 1 ;;
    esac
}

apt_get() {
    $prefix env DEBIAN_FRONTEND=noninteractive apt-get -q -y -o Acquire::Retries=3 -o Acquire::http::Timeout=60 \
        -o DPkg::Lock::Timeout=300 -o Dpkg::Use-Pty=0 "$@" </dev/null
}

# Mirrors fail now and then, and package lists go stale: three tries, each with fresh lists.
install() {
    for try in 1 2 3; do
        say "installing$packages (try $try of 3)"
        if apt_get update >>"$log" 2>&1 && refresh && show apt_get install --no-install-recommends $packages; then
            say "installed"
            return 0
        fi
        say "that did not work; apt said last:"
        tail -n 5 "$log" | sed 's/^/    /' >&2
        [ "$try" = 3 ] || sleep $((try * 5))
    done
    say "The whole log is $log. Mend it, or install by hand, and try again:"
    commands >&2
    return 1
}

# With fresh lists the right JDK may have another name.
refresh() { look; }

# A line every few seconds is progress enough; the log has all.
show() {
    { "$@" 2>&1 && echo done >"$log.ok"; } | while IFS= read -r line; do
        printf '%s\n' "$line" >>"$log"
        case $line in
        "Need to get "* | "After this operation"* | "Setting up openjdk-"* | "Setting up g++"* | "Setting up maven"* | \
            "Setting up openmpi-bin"* | "Setting up mpich"* | "Fetched "*) say "  $line" ;;
        esac
    done
    [ -e "$log.ok" ] && rm "$log.ok"
}

# ---- the story ----

main() {
    all=no
    [ "${1:-}" != --all ] || all=yes
    look
    [ -n "$packages" ] || return 0
    if ! is_debian; then
        in_words
    elif ! find_root; then
        say "missing: $needed${needed:+${wanted:+; }}$wanted. Run these commands as root, then try again:"
        commands >&2
    elif ! agreed; then
        say "not installed."
    else
        root=$(cd "$(dirname "$0")/../.." && pwd)
        mkdir -p "$root/.iccl"
        log=$root/.iccl/setup.log
        rm -f "$log.ok"
        : >"$log"
        install || return 1
        look
        [ -z "$needed" ] || { say "still missing after the installation: $needed. See $log."; return 1; }
    fi
    [ -n "$packages" ] || return 0
    if [ -z "$needed" ] && [ "$all" = no ]; then
        say "going on without $wanted"
        return 0
    fi
    return 3
}

main "$@"
