# Ends a bed: with its first process the kernel ends all others, and with them go their networks and mounts.

down() {
    [ -d "$1" ] || return 0
    bed=$(readlink -f "$1")
    [ -f "$bed/settings" ] || fail "$bed is no bed"
    # Its number in switch.pid may not be written yet if `up` was killed.
    switches | xargs -r kill -9 2>/dev/null || true
    for tries in $(seq 100); do
        if [ -z "$(switches)" ] && rm -rf --one-file-system "$bed" 2>/dev/null; then return 0; fi
        sleep 0.1
    done
    fail "$bed does not go away"
}

# The processes with switch.sh and this folder among their words.
switches() {
    { grep -lszxF "$bed" /proc/[0-9]*/cmdline || true; } | while read -r file; do
        if grep -qsz '/switch\.sh$' "$file"; then echo "$file" | cut -d/ -f3; fi
    done
}
