# shellcheck shell=bash
# The ports of everything that openstack.sh starts, each with the variable that moves it.
DB_PORT=${VETRO_OPENSTACK_DB_PORT:-13306}
MQ_PORT=${VETRO_OPENSTACK_MQ_PORT:-15673}
MQ_DIST_PORT=${VETRO_OPENSTACK_MQ_DIST_PORT:-25673}
EPMD_PORT=${VETRO_OPENSTACK_EPMD_PORT:-14369}
CACHE_PORT=${VETRO_OPENSTACK_CACHE_PORT:-11311}
KEYSTONE_PORT=${VETRO_OPENSTACK_KEYSTONE_PORT:-5000}
HEAT_PORT=${VETRO_OPENSTACK_HEAT_PORT:-8004}
GLANCE_PORT=${VETRO_OPENSTACK_GLANCE_PORT:-9292}
PLACEMENT_PORT=${VETRO_OPENSTACK_PLACEMENT_PORT:-8778}
NOVA_PORT=${VETRO_OPENSTACK_NOVA_PORT:-8774}
NEUTRON_PORT=${VETRO_OPENSTACK_NEUTRON_PORT:-9696}
OCTAVIA_PORT=${VETRO_OPENSTACK_OCTAVIA_PORT:-9876}

# daemon, name, variable without VETRO_OPENSTACK_
PORTS="mariadb MariaDB DB_PORT
rabbit RabbitMQ MQ_PORT
rabbit RabbitMQ-distribution MQ_DIST_PORT
epmd epmd EPMD_PORT
memcached memcached CACHE_PORT
keystone Keystone KEYSTONE_PORT
heat-api Heat HEAT_PORT
glance Glance GLANCE_PORT
placement Placement PLACEMENT_PORT
nova-api Nova NOVA_PORT
neutron Neutron NEUTRON_PORT
octavia Octavia OCTAVIA_PORT"

# All of them in one line: what was stored with other ones cannot be used.
all_ports() {
  local variable
  while read -r _ _ variable; do printf '%s ' "${!variable}"; done <<<"$PORTS"
}

# Names every port that somebody else listens on, or that two daemons would share.
check_ports() {
  local daemon name variable port bad=0 seen=' '
  while read -r daemon name variable; do
    port=${!variable}
    if [[ $seen == *" $port "* ]]; then
      echo "Port $port ($name) is another one's here, too. Choose another: VETRO_OPENSTACK_$variable=…"
      bad=1
    elif ! alive "$daemon" && (exec 3<>"/dev/tcp/$HOST/$port") 2>/dev/null; then
      echo "Port $port ($name) is taken. End what listens there, or choose another port: VETRO_OPENSTACK_$variable=…"
      bad=1
    fi
    seen="$seen$port "
  done <<<"$PORTS"
  return $bad
}
