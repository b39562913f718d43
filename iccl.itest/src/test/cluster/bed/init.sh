# A host's first process: starts sshd and takes in orphans, as long as the host lives.
cd /
/usr/sbin/sshd -D -e &
while :; do
    sleep infinity &
    wait
done
