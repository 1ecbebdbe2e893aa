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
# Everything that installing needs is looked at before the code is used: it is good once.
[ -n "${DESTDIR:-}" ] || [ "$(id -u)" = 0 ] || { echo "The agent is installed by root: use sudo." >&2; exit 1; }
node=$(command -v node) || { echo "The agent needs Node.js 20 or newer: install it first (apt install nodejs)." >&2; exit 1; }
"$node" -e 'process.exit(Number(process.versions.node.split(".")[0]) >= 20 ? 0 : 1)' ||
  { echo "The agent needs Node.js 20 or newer; this is $("$node" --version)." >&2; exit 1; }

command -v curl > /dev/null || { echo "curl is needed: install it first (apt install curl)." >&2; exit 1; }
if ! command -v systemctl > /dev/null || [ ! -d "${DESTDIR:-}/run/systemd/system" ]; then
  echo "The agent is installed as a service of systemd, which does not run here. Nothing was changed, and the code is still good." >&2
  echo "Without a service: node vetro-agent.mjs enrol …, then node vetro-agent.mjs run (docs/operate-pool.md)." >&2
  exit 1
fi

code=$1
shift
# An authority of your own is trusted by both: what is downloaded here, and the agent.
ca=
for option in "$@"; do
  [ "$ca" = next ] && ca=$option
  [ "$option" = --ca ] && ca=next
done
mkdir -p "$folder" "$units"
mkdir -p -m 700 "$home"
curl -fsSL ${ca:+--cacert "$ca"} "$server/v1/agents/vetro-agent.mjs" -o "$program.new"
mv "$program.new" "$program"
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
if [ "$code" = --identity ]; then
  [ -s "$home/identity.json" ] || { echo "$home/identity.json is missing." >&2; exit 1; }
else
  "$node" "$program" enrol --server "$server" --code "$code" --home "$home" "$@"
fi
systemctl enable vetro-agent.service
systemctl restart vetro-agent.service
echo "The agent runs."
