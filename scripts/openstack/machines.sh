# shellcheck shell=bash
# What machines need, for openstack.sh: Glance, Placement, Neutron and Nova. Machines are Nova's own fakes: they have
# states and addresses, and nothing runs in them; ports are bound at once, without agents.
MQ_URL=rabbit://vetro:$PASSWORD@$HOST:$MQ_PORT/
MACHINE_DAEMONS="nova-api neutron glance placement nova-compute nova-scheduler nova-conductor"
# entry points of our own drivers
export PYTHONPATH="$ROOT/python"
own_driver() { # module group entry
  local own=$ROOT/python
  mkdir -p "$own/$1-1.0.dist-info"
  cp "$HERE/$1.py" "$own/"
  printf 'Metadata-Version: 2.1\nName: %s\nVersion: 1.0\n' "$1" >"$own/$1-1.0.dist-info/METADATA"
  printf '[%s]\n%s\n' "$2" "$3" >"$own/$1-1.0.dist-info/entry_points.txt"
}

authtoken() { # user
  cat <<X
auth_type = password
auth_url = http://$HOST:$KEYSTONE_PORT
www_authenticate_uri = http://$HOST:$KEYSTONE_PORT
username = $1
password = $PASSWORD
project_name = service
user_domain_name = Default
project_domain_name = Default
region_name = RegionOne
X
}

once() { # name command...: once for ever, with its output in a log
  local name=$1
  shift
  if is_done "$name"; then return 0; fi
  "$@" >>"$LOG/$name.log" 2>&1 || { tail -15 "$LOG/$name.log"; return 1; }
  mark_done "$name"
}

start_wsgi() { # name port file [NAME=value...]
  local name=$1 port=$2 file=$3
  shift 3
  start "$name" env "$@" uwsgi --plugins python3 --http-socket "$HOST:$port" --wsgi-file "$file" \
    --master --processes 1 --threads 4 --enable-threads --lazy-apps --die-on-term --need-app --buffer-size 65535 \
    --rem-header Content-Length --add-header "Connection: close" --disable-logging --listen 100
}

up_glance() {
  mkdir -p "$ETC/glance" "$DATA/glance"
  cp "$PACKAGES/usr/share/glance-common/glance-api-paste.ini" "$ETC/glance/"
  cat >"$ETC/glance/glance-api.conf" <<X
[DEFAULT]
log_file = $LOG/glance-app.log
enabled_backends = fs:file
enabled_import_methods = []
transport_url = $MQ_URL
[database]
connection = $(db_url glance)
[glance_store]
default_backend = fs
[fs]
filesystem_store_datadir = $DATA/glance
[os_glance_staging_store]
filesystem_store_datadir = $DATA/glance-staging
[os_glance_tasks_store]
filesystem_store_datadir = $DATA/glance-tasks
[keystone_authtoken]
$(authtoken glance)
memcached_servers = $HOST:$CACHE_PORT
[paste_deploy]
flavor = keystone
config_file = $ETC/glance/glance-api-paste.ini
X
  make_db glance
  once glance-db "$PYTHON" "$BIN/glance-manage" --config-file "$ETC/glance/glance-api.conf" db_sync
  start_wsgi glance "$GLANCE_PORT" "$BIN/glance-wsgi-api" OS_GLANCE_CONFIG_DIR="$ETC/glance"
}

up_placement() {
  mkdir -p "$ETC/placement"
  cat >"$ETC/placement/placement.conf" <<X
[DEFAULT]
log_file = $LOG/placement-app.log
[api]
auth_strategy = keystone
[keystone_authtoken]
$(authtoken placement)
memcached_servers = $HOST:$CACHE_PORT
[placement_database]
connection = $(db_url placement)
X
  make_db placement
  once placement-db placement-manage --config-file "$ETC/placement/placement.conf" db sync
  start_wsgi placement "$PLACEMENT_PORT" /usr/bin/placement-api OS_PLACEMENT_CONFIG_DIR="$ETC/placement"
}

up_neutron() {
  mkdir -p "$ETC/neutron" "$DATA/neutron"
  cp "$PACKAGES/usr/share/neutron-common/api-paste.ini" "$ETC/neutron/"
  own_driver vetro_neutron neutron.ml2.mechanism_drivers 'vetro_null = vetro_neutron:NullMechanismDriver'
  cat >"$ETC/neutron/neutron.conf" <<X
[DEFAULT]
core_plugin = ml2
service_plugins = router
bind_host = $HOST
bind_port = $NEUTRON_PORT
api_paste_config = $ETC/neutron/api-paste.ini
api_workers = 0
rpc_workers = 0
state_path = $DATA/neutron
transport_url = $MQ_URL
dhcp_agent_notification = false
notify_nova_on_port_status_changes = false
notify_nova_on_port_data_changes = false
[database]
connection = $(db_url neutron)
[keystone_authtoken]
$(authtoken neutron)
memcached_servers = $HOST:$CACHE_PORT
[nova]
$(authtoken nova)
[oslo_concurrency]
lock_path = $RUN/neutron-locks
[quotas]
quota_port = 200
quota_security_group = 50
quota_security_group_rule = -1
X
  cat >"$ETC/neutron/ml2.ini" <<X
[ml2]
type_drivers = vxlan,flat,local
tenant_network_types = vxlan
mechanism_drivers = vetro_null
extension_drivers = port_security
[ml2_type_vxlan]
vni_ranges = 1:10000
[ml2_type_flat]
flat_networks = public
[securitygroup]
enable_security_group = true
X
  make_db neutron
  once neutron-db "$PYTHON" "$BIN/neutron-db-manage" --config-file "$ETC/neutron/neutron.conf" \
    --config-file "$ETC/neutron/ml2.ini" upgrade heads
  start neutron "$PYTHON" "$BIN/neutron-server" --config-file "$ETC/neutron/neutron.conf" \
    --config-file "$ETC/neutron/ml2.ini" --log-file "$LOG/neutron-app.log"
}

nova_manage() { "$PYTHON" "$BIN/nova-manage" --config-file "$ETC/nova/nova.conf" "$@"; }

make_nova_db() {
  nova_manage api_db sync
  nova_manage cell_v2 map_cell0 --database_connection "$(db_url nova nova_cell0)"
  nova_manage db sync
  nova_manage cell_v2 list_cells | grep -q ' cell1 ' || nova_manage cell_v2 create_cell --name cell1
}

up_nova() {
  local name
  mkdir -p "$ETC/nova" "$DATA/nova"
  cp "$PACKAGES/usr/share/nova-common/api-paste.ini" "$ETC/nova/"
  cat >"$ETC/nova/nova.conf" <<X
[DEFAULT]
host = vetro-compute
my_ip = $HOST
state_path = $DATA/nova
instances_path = $DATA/nova/instances
enabled_apis = osapi_compute
osapi_compute_listen = $HOST
osapi_compute_listen_port = $NOVA_PORT
osapi_compute_workers = 1
transport_url = $MQ_URL
compute_driver = fake.FakeDriver
vif_plugging_is_fatal = false
vif_plugging_timeout = 0
service_down_time = 300
report_interval = 20
rpc_response_timeout = 120
[api]
auth_strategy = keystone
[api_database]
connection = $(db_url nova nova_api)
[database]
connection = $(db_url nova)
[keystone_authtoken]
$(authtoken nova)
memcached_servers = $HOST:$CACHE_PORT
[service_user]
send_service_user_token = false
[placement]
$(authtoken placement)
[neutron]
$(authtoken neutron)
service_metadata_proxy = false
[glance]
api_servers = http://$HOST:$GLANCE_PORT
[cache]
enabled = false
[conductor]
workers = 1
[scheduler]
workers = 1
discover_hosts_in_cells_interval = -1
[oslo_concurrency]
lock_path = $RUN/nova-locks
[vnc]
enabled = false
[privsep]
helper_command = env PYTHONPATH=$ROOT/python privsep-helper
X
  for name in nova nova_api nova_cell0; do make_db "$name" nova; done
  once nova-db make_nova_db
  for name in conductor scheduler api compute; do
    start "nova-$name" "$PYTHON" "$BIN/nova-$name" --config-file "$ETC/nova/nova.conf" --log-file "$LOG/nova-$name-app.log"
  done
}

# A compute node counts once it has been found by the cells.
wait_compute() {
  for _ in $(seq 1 240); do
    if is_done discover; then return 0; fi
    if [ "$(sql -N -e 'select count(*) from nova.compute_nodes where deleted=0')" -ge 1 ] \
      && nova_manage cell_v2 discover_hosts >>"$LOG/nova-db.log" 2>&1; then mark_done discover; fi
    alive nova-compute || died nova-compute || return 1
    sleep 0.5
  done
  is_done discover
}

up_machines() {
  up_placement
  up_glance
  up_neutron
  up_nova
  wait_http placement "http://$HOST:$PLACEMENT_PORT/"
  wait_http glance "http://$HOST:$GLANCE_PORT/"
  wait_http neutron "http://$HOST:$NEUTRON_PORT/"
  wait_http nova-api "http://$HOST:$NOVA_PORT/"
  wait_compute
  once resources "$PYTHON" "$HERE/resources.py" "$AUTH_URL" "$PASSWORD"
}
