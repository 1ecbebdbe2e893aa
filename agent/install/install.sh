#!/bin/sh
# Installs Vetro's agent as a service and enrols this server: sh install.sh CODE [options of "vetro-agent enrol"]
# DESTDIR, as elsewhere, stands before every path that is written; no root is needed then.
# A machine that a cloud has made knows who it is already: sh install.sh --identity
set -eu
server='%SERVER%'
home=${DESTDIR:-}/var/lib/vetro-agent
folder=${DESTDIR:-}/opt/vetro-agent
units=${DESTDIR:-}/etc/systemd/system
program=$folder/vetro-agent.mjs

[ $# -ge 1 ] || { echo "Say the enrolment code: sh install.sh CODE" >&2; exit 2; }
[ -n "${DESTDIR:-}" ] || [ "$(id -u)" = 0 ] || { echo "The agent is installed by root: use sudo." >&2; exit 1; }
node=$(command -v node) || { echo "The agent needs Node.js 20 or newer: install it first (apt install nodejs)." >&2; exit 1; }
"$node" -e 'process.exit(Number(process.versions.node.split(".")[0]) >= 20 ? 0 : 1)' ||
  { echo "The agent needs Node.js 20 or newer; this is $("$node" --version)." >&2; exit 1; }

code=$1
shift
# An authority of your own is trusted by both: what is downloaded here, and the agent.
ca=
for option in "$@"; do
  [ "$ca" = next ] && ca=$option
  [ "$option" = --ca ] && ca=next
done
mkdir -p "$folder" "$units"
curl -fsSL ${ca:+--cacert "$ca"} "$server/v1/agents/vetro-agent.mjs" -o "$program.new"
mv "$program.new" "$program"
if [ "$code" = --identity ]; then
  [ -s "$home/identity.json" ] || { echo "$home/identity.json is missing." >&2; exit 1; }
else
  "$node" "$program" enrol --server "$server" --code "$code" --home "$home" "$@"
fi

cat > "$units/vetro-agent.service" <<UNIT
[Unit]
Description=Vetro agent
After=network-online.target
Wants=network-online.target

[Service]
ExecStart=$node $program run --home $home
Restart=always
RestartSec=5
# What plans start goes on when the agent is replaced.
KillMode=process

[Install]
WantedBy=multi-user.target
UNIT
systemctl daemon-reload
systemctl enable vetro-agent.service
systemctl restart vetro-agent.service
echo "The agent runs."
