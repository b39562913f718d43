# Sourced by ./icclrun and ./check, which set "root" to the project's folder and "me" to their own name: installs what is
# missing, builds what has changed. POSIX sh.

say() { echo "$me: $*" >&2; }

state=$root/.iccl

# One number, which mark-built keeps, for all that the build reads. Content, not dates: a checkout or a copy may give files any date.
fingerprint() {
    (
        cd "$root" || exit 1
        find pom.xml bnd.bnd .mvn cnf iccl.* \
            \( -name target -o -path cnf/cache -o -path cnf/device -o -name .settings -o -path '*/src/test' -o -name iccl.itest \) -prune \
            -o -type f ! -name '.*' -print | LC_ALL=C sort | xargs cksum
        uname -m
    ) | cksum
}

launcher() {
    for file in "$root"/cnf/dist/target/iccl-*/bin/icclrun; do
        if [ -x "$file" ]; then
            echo "$file"
            return 0
        fi
    done
    return 1
}

has_java() { [ -x "${JAVA_HOME:+$JAVA_HOME/bin/java}" ] || command -v java >/dev/null 2>&1; }

# Maven may have built without it.
is_prepared() { [ -e "$state/prepared" ]; }

is_built() {
    has_java && [ -r "$state/built" ] && launcher >/dev/null && [ "$(cat "$state/built")" = "$(fingerprint)" ]
}

# Holds the lock until the program ends or calls unlock; file descriptor 9 keeps it.
lock() {
    mkdir -p "$state" || { say "cannot make $state; the project's folder must be writable to build it."; exit 1; }
    exec 9>"$state/lock"
    if ! flock -n 9; then
        say "another build of $root is running; waiting for it (at most 30 minutes)"
        flock -w 1800 9 || { say "the other build has not ended. End it, then try again."; exit 1; }
    fi
}

unlock() { exec 9>&-; }

# Maven's output becomes one line per module; on a terminal one line that changes.
progress() {
    fetched=0
    while IFS= read -r line; do
        printf '%s\n' "$line" >>"$1"
        case $line in
        *"Downloaded from "*)
            fetched=$((fetched + 1))
            if [ -t 2 ] && [ $((fetched % 10)) = 0 ]; then printf '\r%s: %s files fetched \033[K' "$me" "$fetched" >&2; fi
            ;;
        "[INFO] Building iccl."*)
            line=${line#"[INFO] Building "}
            if [ -t 2 ]; then
                printf '\r%s: building %s\033[K' "$me" "${line%% *}" >&2
            else
                say "building ${line%% *}"
            fi
            ;;
        esac
    done
    if [ -t 2 ]; then printf '\r\033[K' >&2; fi
}

# Downloads may fail for a moment; anything else that fails will fail again.
maven_build() {
    log=$state/build.log
    for try in 1 2 3; do
        : >"$log"
        rm -f "$state/build.ok"
        { (cd "$root" && mvn -B package -Dmaven.test.skip=true -pl cnf/dist -am) </dev/null 2>&1 9>&- &&
            : >"$state/build.ok"; } | progress "$log"
        if [ -e "$state/build.ok" ]; then
            rm -f "$state/build.ok"
            return 0
        fi
        grep -q -E 'Could not transfer|Connection (reset|timed out)|Read timed out|Temporary failure' "$log" || break
        say "a download failed; trying again ($try of 3)"
        sleep $((try * 5))
    done
    say "the build failed; its last lines (all of it: $log):"
    grep -E '^\[(ERROR|WARNING)\]' "$log" | tail -n 15 >&2 || tail -n 15 "$log" >&2
    return 1
}

build() {
    [ -x "$root/cnf/dist/target" ] || say "building; the first time takes a few minutes (log: $state/build.log)"
    began=$(date +%s)
    maven_build || exit 1
    launcher >/dev/null || { say "the build left no distribution in cnf/dist/target. See $state/build.log."; exit 1; }
    say "built in $(($(date +%s) - began)) s"
}

# Debian ships Open MPI without mpi.jar. Made here once, so that the first run with Open MPI starts as fast as the others.
make_mpi_jar() {
    command -v ompi_info >/dev/null 2>&1 || return 0
    "$root/cnf/setup/mpi-jar.sh" >/dev/null 9>&-
}

# Ranks start sooner with it.
share_classes() { "$(launcher)" share-classes >/dev/null </dev/null 9>&-; }

# Everything up to a distribution that can be run.
prepare() {
    "$root/cnf/setup/install.sh" "$@" || exit $?
    lock
    is_built || build
    make_mpi_jar || say "no mpi.jar, so Open MPI cannot be used (-l ompi); the other launchers can"
    share_classes || say "ranks start a little later than they could"
    : >"$state/prepared"
    unlock
}
