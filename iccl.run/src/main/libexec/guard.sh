#!/bin/sh
# guard.sh JOB    (standard input: a pipe from the launcher)
#
# Cleans up after one job, however its launcher ends: waits for a line from the launcher or for its death, then ends every
# process that has ICCL_JOB=JOB in its environment and removes the job's files. The line "kill" gives no time to end.

trap '' INT TERM HUP QUIT PIPE
job=$1
case $job in
'' | *[!0-9a-f]*)
    echo "guard.sh: '$job' is no job id" >&2
    exit 2
    ;;
esac
files=/tmp/iccl-$job
memory=/dev/shm/iccl-$job

members() {
    # A process without an environment that we may read is not ours.
    found=
    for entry in $(grep -lszxF "ICCL_JOB=$job" /proc/[0-9]*/environ 2>/dev/null); do
        number=${entry#/proc/}
        number=${number%/environ}
        [ "$number" = "$$" ] || found="$found $number"
    done
    [ -n "$found" ]
}

# What MPICH makes in shared memory has no job's name on it; it goes when it is younger than the job and nobody maps it.
remove_orphans() {
    for file in /dev/shm/mpich_shar_tmp* /dev/shm/vader_segment.* /dev/shm/sm_segment.*; do
        if [ -O "$file" ] && [ "$file" -nt "$files/rank.sh" ] && [ -e "$files/rank.sh" ] &&
            ! grep -qsF "$file" /proc/[0-9]*/maps; then
            rm -f "$file"
        fi
    done
}

order=
read -r order || :

if members; then
    if [ "$order" != kill ]; then
        # shellcheck disable=SC2086 # a list of numbers
        kill -TERM $found 2>/dev/null
        tries=0
        while [ "$tries" -lt 20 ] && members; do
            sleep 0.05
            tries=$((tries + 1))
        done
    fi
    tries=0
    while [ "$tries" -lt 100 ] && members; do
        # shellcheck disable=SC2086
        kill -KILL $found 2>/dev/null
        sleep 0.05
        tries=$((tries + 1))
    done
    members && echo "icclrun: these processes of job $job cannot be ended:$found" >&2
fi
remove_orphans
rm -rf "$files" "$memory"
