# Makes one host inside namespaces of its own, and becomes its first process.
#   host.sh BED NAME SWITCH
set -eu
here=$(dirname "$(readlink -f "$0")")
bed=$1
name=$2
switch=$3
root=$bed/root
. "$here/common.sh"
. "$here/files.sh"
. "$here/network.sh"
. "$here/etc.sh"

# /proc is this machine's still: so this is the number that others know it by.
read -r pid rest </proc/self/stat
echo "$pid" >"$bed/$name.pid"
hostname "$name"
plug_in
make_files
make_etc
make_users
[ "$name" != launcher ] || make_launcher
cp "$here/init.sh" "$root/init.sh"
(until grep -q 'Server listening' "$bed/logs/$name"; do sleep 0.05; done; : >"$bed/$name.up") &
exec chroot "$root" /bin/sh /init.sh "$bed" "$name"
