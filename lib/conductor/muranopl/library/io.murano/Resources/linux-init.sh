#!/bin/sh
# Run once by cloud-init: tells the agent who it is and where its broker listens.
set -e
mkdir -p /etc/murano
cat > /etc/murano/agent.conf <<'CONFIG'
[DEFAULT]
enable_dynamic_plan_executors = True
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
if command -v systemctl > /dev/null; then
  systemctl enable --now murano-agent
else
  service murano-agent restart
fi
