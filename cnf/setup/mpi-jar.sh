#!/bin/sh
# Prints the path of an mpi.jar that fits the installed Open MPI, and makes it when there is none.
#
#   mpi-jar.sh [CACHE]          CACHE is ${XDG_CACHE_HOME:-$HOME/.cache}/iccl unless given
#
# The jar lies in a directory of its own, CACHE/openmpi-VERSION, with links to libmpi_java.so and libmpi.so of the same
# installation: give a JVM that directory as java.library.path. ICCL_MPI_JAR names a jar to take instead of looking.
#
# Debian builds Open MPI with its Java bindings and leaves out this one file, so it is compiled from the distribution's
# source package of the same version. apt gets private lists for that; nothing in /etc or /var changes.
# Needs for it: apt, xz-utils, a JDK, the network. Runs as any user.
set -eu

fail() {
    echo "mpi-jar.sh: $1" >&2
    shift
    for line in "$@"; do echo "  $line" >&2; done
    exit 1
}

say() { echo "mpi-jar.sh: $*" >&2; }

need() {
    command -v "$1" >/dev/null 2>&1 || fail "$1 is missing; it is needed to make mpi.jar." "Install it: apt-get install $2"
}

# ---- what is installed ----

find_open_mpi() {
    command -v ompi_info >/dev/null 2>&1 || fail "Open MPI is not installed (no ompi_info in PATH)." \
        "Debian, Ubuntu: apt-get install openmpi-bin libopenmpi-dev" "Fedora, RHEL: dnf install openmpi openmpi-java"
    version=$(ompi_info --version 2>/dev/null | sed -n 's/^Open MPI v\{0,1\}\([0-9][0-9A-Za-z.]*\).*/\1/p' | head -n 1)
    [ -n "$version" ] || fail "'ompi_info --version' does not say which Open MPI this is." "Is the installation complete?"
    libdir=$(ompi_info --path libdir --parsable 2>/dev/null | sed -n 's/^path:libdir://p')
    case ${version%%.*} in
    1 | 2 | 3) fail "Open MPI $version is too old; versions 4 and 5 are supported." ;;
    4 | 5) ;;
    *) fail "Open MPI $version has no Java bindings: they were dropped in version 6." \
        "Install Open MPI 4 or 5, or use MPICH: icclrun -l mpich" ;;
    esac
}

# The first file of that name, or name.NUMBER, where this Open MPI and the linker keep libraries.
find_library() {
    for folder in "$libdir" "$libdir/openmpi" "${libdir%/openmpi/lib}" /usr/lib64 /usr/lib; do
        for file in "$folder/$1" "$folder/$1".[0-9]*; do
            if [ -e "$file" ]; then
                readlink -f "$file"
                return
            fi
        done
    done
}

# A jar that came with this Open MPI. Other distributions ship one: Fedora as openmpi-java, Spack and EasyBuild in libdir.
find_jar() {
    shown=
    if command -v mpijavac >/dev/null 2>&1; then
        shown=$(mpijavac --showme 2>/dev/null | tr ' :' '\n\n' | grep '/mpi\.jar$' | head -n 1) || shown=
    fi
    for file in "$shown" "$libdir/mpi.jar" "$libdir/openmpi/mpi.jar" \
        /usr/lib/java/openmpi/mpi.jar /usr/share/java/openmpi/mpi.jar; do
        if [ -n "$file" ] && [ -f "$file" ]; then
            echo "$file"
            return
        fi
    done
}

# ---- the distribution's sources ----

# Only the distribution's own entries: other people's repositories have no Open MPI and would only cost time.
write_sources() {
    codename=$(sed -n 's/^VERSION_CODENAME=//p' /etc/os-release 2>/dev/null | tr -d '"')
    mkdir -p "$work/sources.d"
    : >"$work/sources.list"
    set -- /etc/apt/sources.list /etc/apt/sources.list.d/*.list
    for file in "$@"; do
        if [ -f "$file" ]; then
            awk -v name="$codename" '
                $1 == "deb" || $1 == "deb-src" {
                    at = 2
                    if ($2 ~ /^\[/) { while ($at !~ /\]$/ && at < NF) at++; at++ }
                    if (ours($(at + 1)) && $0 ~ / (main|universe)( |$)/) { sub(/^ *deb(-src)? /, "deb-src "); print }
                }
                function ours(suite) {
                    return index(suite, name) == 1 || suite ~ /^(old)?stable|^testing|^unstable|^sid/
                }' "$file" >>"$work/sources.list"
        fi
    done
    for file in /etc/apt/sources.list.d/*.sources; do
        if [ -f "$file" ]; then
            grep -v '^#' "$file" | awk -v name="$codename" -v RS= -v ORS='\n\n' '
                tolower($0) ~ /\nenabled: *no/ { next }
                {
                    suites = $0; sub(/.*(^|\n)Suites:/, "", suites); sub(/\n.*/, "", suites)
                    if (suites !~ ("(^|[ \t])(" name "|(old)?stable|testing|unstable|sid)")) next
                    if ($0 !~ /(^|\n)Components:[^\n]*(main|universe)/) next
                    sub(/(^|\n)Types:[^\n]*/, "\nTypes: deb-src"); sub(/\nArchitectures:[^\n]*/, "")
                    sub(/^\n/, ""); print
                }' >"$work/sources.d/${file##*/}"
        fi
    done
    cat "$work/sources.list" "$work"/sources.d/* 2>/dev/null | grep -q deb-src ||
        fail "no apt source of this distribution ($codename) in /etc/apt/sources.list and /etc/apt/sources.list.d." \
            "Set ICCL_MPI_JAR to an mpi.jar of Open MPI $version if you have one."
}

apt_privately() {
    # The sandbox user of apt cannot enter a private directory.
    tool=$1
    shift
    "$tool" -q -o "Dir::Etc::SourceList=$work/sources.list" -o "Dir::Etc::SourceParts=$work/sources.d" \
        -o "Dir::State::Lists=$work/lists" -o "Dir::Cache=$work/cache" -o Dir::Cache::pkgcache= \
        -o Dir::Cache::srcpkgcache= -o Acquire::Languages=none -o Acquire::Retries=2 -o Acquire::http::Timeout=30 \
        -o Acquire::https::Timeout=30 -o APT::Sandbox::User="$(id -un)" "$@" </dev/null 9>&-
}

download() {
    mkdir -p "$work/lists/partial" "$work/cache/archives/partial" "$work/source"
    write_sources
    say "getting the source of Open MPI $version through apt"
    # One broken entry must not matter; what counts is whether the source comes.
    apt_privately apt-get update >"$work/log" 2>&1 || say "apt-get update had problems; trying all the same"
    exact=$(dpkg-query -W -f '${source:Version}' openmpi-bin 2>/dev/null) || exact=
    wanted=$(apt_privately apt-cache showsrc openmpi 2>>"$work/log" | sed -n 's/^Version: //p' |
        awk -v exact="$exact" -v upstream="$version" '
            $0 == exact { best = $0; exit }
            { plain = $0; sub(/^[0-9]+:/, "", plain); sub(/[-+~][^.]*.*$/, "", plain) }
            plain == upstream { best = $0 }
            END { print best }')
    [ -n "$wanted" ] || fail_with_log "the source of Open MPI $version is not in the distribution's archive."
    (cd "$work/source" && apt_privately apt-get source --download-only "openmpi=$wanted") >>"$work/log" 2>&1 ||
        fail_with_log "the source package openmpi $wanted could not be downloaded."
}

fail_with_log() {
    say "what apt said last:"
    tail -n 12 "$work/log" | sed 's/^/  /' >&2
    fail "$1" "Check the network and /etc/apt, or set ICCL_MPI_JAR to an mpi.jar of Open MPI $version."
}

build_jar() {
    need apt-get apt
    need dpkg-query dpkg
    need xz xz-utils
    need javac default-jdk-headless
    need jar default-jdk-headless
    download
    tarball=$(find "$work/source" -name 'openmpi_*.orig.tar.*' ! -name '*.asc' | head -n 1)
    [ -n "$tarball" ] || fail "the source package has no orig tarball." "Found: $(ls "$work/source")"
    mkdir -p "$work/tree" "$work/classes"
    tar -xf "$tarball" -C "$work/tree" --wildcards '*/ompi/mpi/java/java/*.java' 2>"$work/log" ||
        fail_with_log "the source of Open MPI $version holds no Java bindings (ompi/mpi/java/java)."
    say "compiling mpi.jar"
    # 17 is the oldest Java that a rank may run on.
    find "$work/tree" -name '*.java' >"$work/files"
    javac --release 17 -nowarn -Xlint:none -d "$work/classes" "@$work/files" 2>"$work/log" 9>&- ||
        fail_with_log "javac could not compile the bindings."
    printf 'Implementation-Title: Open MPI Java bindings\nImplementation-Version: %s\n' "$version" >"$work/manifest"
    jar cfm "$work/mpi.jar" "$work/manifest" -C "$work/classes" mpi 9>&-
}

# ---- the result ----

# Everything is made beside its place and moved there at once, so that nobody sees half of it.
put_in_place() {
    ready=$cache/.openmpi-$version.$$
    mkdir -p "$ready"
    cp "$1" "$ready/mpi.jar"
    ln -s "$java_library" "$ready/libmpi_java.so"
    ln -s "$mpi_library" "$ready/libmpi.so"
    rm -rf "$result"
    mv "$ready" "$result"
}

is_ready() {
    [ -s "$result/mpi.jar" ] && [ -e "$result/libmpi_java.so" ] && [ -e "$result/libmpi.so" ]
}

main() {
    cache=${1:-${XDG_CACHE_HOME:-${HOME:?set HOME or name a cache directory}/.cache}/iccl}
    find_open_mpi
    java_library=$(find_library libmpi_java.so)
    [ -n "$java_library" ] || fail "this Open MPI $version was built without Java bindings (no libmpi_java.so in $libdir)." \
        "Debian, Ubuntu: apt-get install libopenmpi-dev" "Fedora, RHEL: dnf install openmpi-java" \
        "Own build: configure --enable-mpi-java"
    mpi_library=$(find_library libmpi.so)
    [ -n "$mpi_library" ] || fail "Open MPI's libmpi.so is not in $libdir." "Is the installation complete?"
    mkdir -p "$cache" || fail "cannot make the cache directory $cache."
    cache=$(cd "$cache" && pwd)
    result=$cache/openmpi-$version
    if [ -n "${ICCL_MPI_JAR:-}" ]; then
        [ -f "$ICCL_MPI_JAR" ] || fail "ICCL_MPI_JAR names $ICCL_MPI_JAR, which is not a file."
    elif is_ready; then
        echo "$result/mpi.jar"
        return
    fi
    need flock util-linux
    exec 9>"$cache/.openmpi-$version.lock"
    flock -w 900 9 || fail "another run has been making $result for 15 minutes." "End it, then try again."
    work=
    ready=
    trap 'rm -rf ${work:+"$work"} ${ready:+"$ready"}' EXIT
    trap 'exit 130' INT
    trap 'exit 143' TERM HUP
    if [ -n "${ICCL_MPI_JAR:-}" ]; then
        cmp -s "$ICCL_MPI_JAR" "$result/mpi.jar" || put_in_place "$ICCL_MPI_JAR"
    elif ! is_ready; then
        found=$(find_jar)
        if [ -z "$found" ]; then
            work=$(mktemp -d "${TMPDIR:-/tmp}/iccl-mpi-jar.XXXXXX")
            build_jar
            found=$work/mpi.jar
        fi
        put_in_place "$found"
    fi
    echo "$result/mpi.jar"
}

main "$@"
