#!/usr/bin/env bash
# A small real OpenStack (Keystone, Heat, Glance, Neutron, Nova and Octavia of Debian 12) on the loopback of this machine, without systemd, containers or
# KVM, for `npm run test:openstack`.
#   openstack.sh ports    says which ports it needs are taken
#   openstack.sh up       installs what is missing and starts what does not run
#   openstack.sh down     stops it; what it stored stays
#   openstack.sh reset    stops it and removes what it stored
#   openstack.sh status
set -euo pipefail
# shellcheck source=scripts/openstack/lib.sh
. "$(dirname "$(readlink -f "$0")")/lib.sh"
# shellcheck source=scripts/openstack/machines.sh
. "$HERE/machines.sh"
# shellcheck source=scripts/openstack/balancers.sh
. "$HERE/balancers.sh"

up_mariadb() {
  if [ ! -d "$DATA/mysql/mysql" ]; then
    mkdir -p "$DATA/mysql"
    mariadb-install-db --no-defaults --user=root --datadir="$DATA/mysql" --auth-root-authentication-method=normal \
      --skip-test-db >"$LOG/mariadb-install.log" 2>&1
  fi
  # nothing here is worth an fsync
  start mariadb /usr/sbin/mariadbd --no-defaults --user=root --datadir="$DATA/mysql" --socket="$DB_SOCKET" \
    --bind-address=$HOST --port="$DB_PORT" --pid-file="$RUN/mariadbd.own.pid" --skip-name-resolve=0 \
    --innodb-buffer-pool-size=128M --innodb-log-file-size=48M --innodb-flush-log-at-trx-commit=0 \
    --innodb-flush-method=nosync --innodb-doublewrite=0 --sync-binlog=0 --max-connections=600 \
    --performance-schema=OFF --character-set-server=utf8
  wait_port mariadb "$DB_PORT"
}

up_rabbit() {
  local data=$DATA/rabbit
  mkdir -p "$data/mnesia" "$data/home"
  cat >"$ETC/rabbitmq.conf" <<X
listeners.tcp.1 = $HOST:$MQ_PORT
default_user = vetro
default_pass = $PASSWORD
default_user_tags.administrator = true
loopback_users = none
vm_memory_high_watermark.absolute = 256MB
log.console = false
X
  echo '[].' >"$ETC/rabbit_plugins"
  # started here: a broker that has to start it itself leaves it running
  start epmd env ERL_EPMD_ADDRESS=$HOST epmd -port "$EPMD_PORT"
  wait_port epmd "$EPMD_PORT"
  start rabbit env HOME="$data/home" RABBITMQ_NODENAME=vetro@localhost RABBITMQ_CONFIG_FILE="$ETC/rabbitmq" \
    RABBITMQ_MNESIA_BASE="$data/mnesia" RABBITMQ_LOG_BASE="$LOG" RABBITMQ_ENABLED_PLUGINS_FILE="$ETC/rabbit_plugins" \
    RABBITMQ_PID_FILE="$RUN/rabbit.own.pid" RABBITMQ_CONF_ENV_FILE=/dev/null ERL_EPMD_ADDRESS=$HOST \
    RABBITMQ_DIST_PORT="$MQ_DIST_PORT" HOSTNAME=localhost ERL_CRASH_DUMP=/dev/null ERL_EPMD_PORT="$EPMD_PORT" \
    RABBITMQ_SERVER_ADDITIONAL_ERL_ARGS="-kernel inet_dist_use_interface {127,0,0,1} +S 1:1 +sbwt none" \
    /usr/lib/rabbitmq/bin/rabbitmq-server
  wait_port rabbit "$MQ_PORT"
}

up_memcached() {
  start memcached memcached -u root -l $HOST -p "$CACHE_PORT" -m 32
  wait_port memcached "$CACHE_PORT"
}

up_keystone() {
  mkdir -p "$ETC/keystone" "$DATA/keystone/fernet" "$DATA/keystone/credential"
  local conf=$ETC/keystone/keystone.conf manage
  cat >"$conf" <<X
[DEFAULT]
log_file = $LOG/keystone-app.log
[database]
connection = $(db_url keystone)
[token]
provider = fernet
[fernet_tokens]
key_repository = $DATA/keystone/fernet
[credential]
key_repository = $DATA/keystone/credential
[identity]
# cheap hashes: nobody's password is kept here
password_hash_algorithm = bcrypt
password_hash_rounds = 4
[cache]
enabled = true
backend = dogpile.cache.memcached
memcache_servers = $HOST:$CACHE_PORT
X
  export OS_KEYSTONE_CONFIG_DIR=$ETC/keystone
  if ! is_done keystone; then
    make_db keystone
    manage="keystone-manage --config-file $conf"
    {
      $manage db_sync
      $manage fernet_setup --keystone-user root --keystone-group root
      $manage credential_setup --keystone-user root --keystone-group root
      $manage bootstrap --bootstrap-password $PASSWORD --bootstrap-region-id RegionOne \
        --bootstrap-public-url "$AUTH_URL" --bootstrap-internal-url "$AUTH_URL" --bootstrap-admin-url "$AUTH_URL"
    } >>"$LOG/keystone-manage.log" 2>&1 || { tail -15 "$LOG/keystone-manage.log"; return 1; }
    mark_done keystone
  fi
  start keystone env OS_KEYSTONE_CONFIG_DIR="$ETC/keystone" OS_KEYSTONE_CONFIG_FILES="$conf" \
    uwsgi --plugins python3 --http-socket "$HOST:$KEYSTONE_PORT" --wsgi-file /usr/bin/keystone-wsgi-public \
    --master --processes 1 --threads 4 --enable-threads --lazy-apps --die-on-term --need-app --buffer-size 65535 \
    --rem-header Content-Length --add-header "Connection: close" --disable-logging
  wait_http keystone "http://$HOST:$KEYSTONE_PORT/v3"
  if ! is_done identity-2; then
    "$PYTHON" "$HERE/identity.py" "$AUTH_URL" "$PASSWORD" "orchestration=http://$HOST:$HEAT_PORT/v1/%(tenant_id)s" \
      "compute=http://$HOST:$NOVA_PORT/v2.1" "network=http://$HOST:$NEUTRON_PORT" "image=http://$HOST:$GLANCE_PORT" \
      "placement=http://$HOST:$PLACEMENT_PORT" "load-balancer=http://$HOST:$OCTAVIA_PORT"
    mark_done identity-2
  fi
}

up_heat() {
  mkdir -p "$ETC/heat/environment.d" "$ETC/heat/templates"
  cp "$PACKAGES"/etc/heat/api-paste.ini "$ETC/heat/"
  cp "$PACKAGES"/etc/heat/environment.d/* "$ETC/heat/environment.d/"
  cp "$PACKAGES"/etc/heat/templates/* "$ETC/heat/templates/"
  local conf=$ETC/heat/heat.conf
  cat >"$conf" <<X
[DEFAULT]
transport_url = rabbit://vetro:$PASSWORD@$HOST:$MQ_PORT/
num_engine_workers = 1
deferred_auth_method = trusts
region_name_for_services = RegionOne
stack_user_domain_name = heat
stack_domain_admin = heat_domain_admin
stack_domain_admin_password = $PASSWORD
auth_encryption_key = 0123456789abcdef0123456789abcdef
environment_dir = $ETC/heat/environment.d
template_dir = $ETC/heat/templates
server_keystone_endpoint_type = public
# there is no service for the tools inside machines: they would ask Heat itself
heat_metadata_server_url = http://$HOST:8000
heat_waitcondition_server_url = http://$HOST:8000/v1/waitcondition
default_software_config_transport = POLL_SERVER_HEAT
default_deployment_signal_transport = HEAT_SIGNAL
[paste_deploy]
api_paste_config = $ETC/heat/api-paste.ini
[heat_api]
bind_host = $HOST
bind_port = $HEAT_PORT
workers = 0
[database]
connection = $(db_url heat)
[keystone_authtoken]
$(authtoken heat)
# a token that is revoked is refused at once
token_cache_time = -1
[trustee]
auth_type = password
auth_url = http://$HOST:$KEYSTONE_PORT
username = heat
password = $PASSWORD
user_domain_name = Default
[clients_keystone]
auth_uri = http://$HOST:$KEYSTONE_PORT
X
  if ! is_done heat; then
    make_db heat
    "$PYTHON" "$BIN/heat-manage" --config-file "$conf" db_sync >>"$LOG/heat-manage.log" 2>&1 \
      || { tail -15 "$LOG/heat-manage.log"; return 1; }
    mark_done heat
  fi
  start heat-engine "$PYTHON" "$BIN/heat-engine" --config-file "$conf" --log-file "$LOG/heat-engine-app.log"
  start heat-api "$PYTHON" "$BIN/heat-api" --config-file "$conf" --log-file "$LOG/heat-api-app.log"
  wait_http heat-api "http://$HOST:$HEAT_PORT/"
  wait_engine
}

# The API answers before an engine listens: the engine's own row says when it does.
wait_engine() {
  local living="select count(*) from heat.service where deleted_at is null
    and timestampdiff(second, coalesce(updated_at, created_at), utc_timestamp()) < 120"
  for _ in $(seq 1 240); do
    if grep -qs 'Starting engine' "$LOG/heat-engine-app.log" && [ "$(sql -N -e "$living")" -ge 1 ]; then return 0; fi
    alive heat-engine || died heat-engine || return 1
    sleep 0.25
  done
  say "heat-engine does not report"
  return 1
}

write_openrc() { # file user project
  cat >"$1" <<X
export OS_AUTH_URL=$AUTH_URL OS_USERNAME=$2 OS_PASSWORD=$PASSWORD OS_PROJECT_NAME=$3
export OS_USER_DOMAIN_NAME=Default OS_PROJECT_DOMAIN_NAME=Default OS_REGION_NAME=RegionOne
X
}

# The addresses of the services are stored: with other ports all of it is made anew.
forget_other_ports() {
  local stored=$ROOT/ports
  if [ -s "$stored" ] && [ "$(cat "$stored")" != "$(all_ports)" ]; then
    say "The ports are others than last time: what was stored is made anew"
    reset
  fi
  all_ports >"$stored"
}

up() {
  check_ports
  forget_other_ports
  "$HERE/install.sh"
  write_openrc "$ROOT/openrc" demo demo
  up_mariadb
  up_rabbit
  up_memcached
  up_keystone
  up_machines
  up_octavia
  up_heat
  say "OpenStack is up: . $ROOT/openrc"
}

DAEMONS="$MACHINE_DAEMONS $BALANCER_DAEMONS heat-api heat-engine keystone memcached rabbit epmd mariadb"

down() {
  local name
  for name in $DAEMONS; do stop "$name"; done
  say "OpenStack is down"
}

reset() {
  down
  rm -rf "$DATA" "$ETC" "$LOG" "$RUN" "$ROOT"/done.* "$ROOT/ports"
  mkdir -p "$ETC" "$LOG" "$RUN" "$DATA"
}

status() {
  local name
  for name in $DAEMONS; do
    if alive "$name"; then echo "$name: up"; else echo "$name: down"; fi
  done
}

case ${1:-} in
  ports) check_ports ;;
  up) up ;;
  down) down ;;
  status) status ;;
  reset) reset ;;
  *) echo "usage: openstack.sh ports|up|down|status|reset" >&2; exit 2 ;;
esac
