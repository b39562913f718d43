# The bed's first process: the network between the hosts, and the end of all of them.
#   switch.sh BED OWNER
set -eu
here=$(dirname "$(readlink -f "$0")")
bed=$1
owner=$2
. "$here/common.sh"
trap 'echo "the switch: see $bed/logs/switch" >"$bed/failed"' EXIT

# /proc is this machine's still: so this is the number that others know it by.
read -r pid rest </proc/self/stat
echo "$pid" >"$bed/switch.pid"
ip link set lo up
ip link add hosts type bridge mcast_snooping 0
ip link set hosts up
for host in launcher $(nodes); do
    unshare --net --uts --ipc --mount --pid --fork sh "$here/host.sh" "$bed" "$host" "$pid" \
        </dev/null >"$bed/logs/$host" 2>&1 || echo "$host: see $bed/logs/$host" >"$bed/failed" &
done
while [ -z "$owner" ] || [ -d "/proc/$owner" ]; do
    sleep 1
done
rm -rf --one-file-system "$bed"
