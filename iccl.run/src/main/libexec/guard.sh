#!/bin/sh
# guard.sh JOB [PLACE]    (standard input: a pipe from the launcher, or its ssh channel)
#
# Cleans up after one job in one place, however its launcher ends: waits for the launcher's word or its death, then ends every
# process that has ICCL_JOB=JOB in its environment (on a node: ICCL_JOB_DIR of that place, or ICCL_BUILD, which builds have,
# since the launcher and other places may be on the same machine) and removes the job's files. Standard input's lines are
#   beat           the launcher lives; after the first one, silence means its death or a cut link
#   tell WORDS     for the ranks: they read it in the file events
#   term PIDS      asks processes to end
#   go             the ranks are on their way: time for the relay, if there is one
#   done           the job is over
#   kill           the job is over; nothing gets time to end
# On a node, start_relay is a function that sets relay, the process that carries the ranks' output to the launcher; it ends
# when they have.

trap '' INT TERM HUP QUIT PIPE
job=$1
place=${2-}
case $job$place in
'' | *[!0-9a-f-]*)
    echo "guard.sh: '$job$place' is no job id" >&2
    exit 2
    ;;
esac
files=/tmp/iccl-$job$place
memory=/dev/shm/iccl-$job$place
# So many times so many seconds without a beat.
silent_rounds=3
round=1.5
mark=ICCL_JOB=$job
[ -z "$place" ] || mark=ICCL_JOB_DIR=$files

members() {
    # A process without an environment that we may read is not ours.
    found=
    for entry in $(grep -lszxF -e "$mark" -e "ICCL_BUILD=$job$place" /proc/[0-9]*/environ 2>/dev/null); do
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

end_relay() {
    [ -n "${relay-}" ] || return
    # A reader waits for the first writer of a pipe, and some may never have come.
    for pipe in "$files"/rank-*.std*; do
        [ -p "$pipe" ] && : 1<>"$pipe"
    done
    echo quit >>"$files/events"
    tries=0
    while [ "$tries" -lt 40 ] && kill -0 "$relay" 2>/dev/null; do
        sleep 0.05
        tries=$((tries + 1))
    done
    kill -KILL "$relay" 2>/dev/null
}

clean_up() {
    if members; then
        if [ "$1" != kill ]; then
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
    end_relay
    remove_orphans
    rm -rf "$files" "$memory"
}

# Ends the guard that waits for a word, and does its work, when no beat comes.
watch_beats() {
    trap 'kill "$pause" 2>/dev/null; exit' TERM
    silent=0
    while [ "$silent" -lt "$silent_rounds" ]; do
        : >"$files/listening"
        sleep "$round" &
        pause=$!
        wait "$pause"
        if [ "$files/beat" -nt "$files/listening" ]; then silent=0; else silent=$((silent + 1)); fi
    done
    trap '' TERM
    kill -KILL $$
    clean_up kill
}

watcher=
order=
while read -r order words; do
    case $order in
    beat)
        : >"$files/beat"
        if [ -z "$watcher" ]; then
            watch_beats </dev/null &
            watcher=$!
        fi
        ;;
    go) start_relay ;;
    tell) echo "$words" >>"$files/events" ;;
    # shellcheck disable=SC2086 # a list of numbers
    term) kill -s TERM -- $words 2>/dev/null ;;
    *) break ;;
    esac
done
[ -z "$watcher" ] || kill -TERM "$watcher"
clean_up "$order"
