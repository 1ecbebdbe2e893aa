#!/bin/sh
# Run once by cloud-init: tells the agent who it is and where its broker listens.
set -e
mkdir -p /etc/murano
cat > /etc/murano/agent.conf <<'CONFIG'
[DEFAULT]
storage = /var/murano/plans

[rabbitmq]
host = %HOST%
port = %PORT%
login = %USER%
password = %PASSWORD%
virtual_host = %VIRTUAL_HOST%
ssl = %SSL%
input_queue = %QUEUE%
result_exchange = %EXCHANGE%
result_routing_key = %RESULTS%
CONFIG
chmod 0600 /etc/murano/agent.conf
# certificates of the broker's authority, where it is not a known one
cat > /etc/murano/broker-ca.pem <<'CERTIFICATES'
%CA%
CERTIFICATES
if grep -q CERTIFICATE /etc/murano/broker-ca.pem; then
  echo 'ca_certs = /etc/murano/broker-ca.pem' >> /etc/murano/agent.conf
fi
# Debian's package reads them there.
if [ -d /etc/murano-agent ]; then
  ln -sf /etc/murano/agent.conf /etc/murano-agent/muranoagent.conf
fi
# The agent of Murano 10 and before it, as Debian has it, takes bytes for text with the Python of today: it loses each plan
# that it is sent, and fails on files that are no text.
agent=$(/usr/bin/python3 -c 'import muranoagent; print(muranoagent.__path__[0])' 2> /dev/null || true)
if [ -n "$agent" ]; then
  sed -i "s/open(plan_file_path, 'wb')/open(plan_file_path, 'w')/" "$agent/execution_plan_queue.py"
  sed -i -e "s/open(out_path, 'w')/open(out_path, 'wb')/" \
    -e "s/write(filedef\['Body'\])/write(filedef['Body'].encode())/" \
    -e "s/write(util.b64decode(\(filedef\['Body'\]\)))/write(__import__('base64').b64decode(\1))/" \
    "$agent/files_manager.py"
fi
# It may have been started already, with nothing that it could read.
if command -v systemctl > /dev/null; then
  systemctl enable murano-agent
  systemctl restart murano-agent
else
  service murano-agent restart
fi
