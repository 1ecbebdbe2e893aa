#!/bin/sh
# Installs Vetro's agent as a service and enrols this server: sh install.sh CODE [options of "vetro-agent enrol"]
set -eu
server='%SERVER%'
home=/var/lib/vetro-agent
program=/opt/vetro-agent/vetro-agent.mjs

[ $# -ge 1 ] || { echo "Say the enrolment code: sh install.sh CODE" >&2; exit 2; }
[ "$(id -u)" = 0 ] || { echo "The agent is installed by root: use sudo." >&2; exit 1; }
node=$(command -v node) || { echo "The agent needs Node.js 20 or newer: install it first (apt install nodejs)." >&2; exit 1; }
"$node" -e 'process.exit(Number(process.versions.node.split(".")[0]) >= 20 ? 0 : 1)' ||
  { echo "The agent needs Node.js 20 or newer; this is $("$node" --version)." >&2; exit 1; }

mkdir -p /opt/vetro-agent
curl -fsSL "$server/v1/agents/vetro-agent.mjs" -o "$program.new"
mv "$program.new" "$program"
code=$1
shift
"$node" "$program" enrol --server "$server" --code "$code" --home "$home" "$@"

cat > /etc/systemd/system/vetro-agent.service <<UNIT
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
echo "This server is in the pool now."
