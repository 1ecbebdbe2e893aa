# shellcheck shell=bash
# Load balancers, for openstack.sh: Octavia with its own drivers that do nothing, but for the addresses of balancers, which are
# ports of Neutron. No page comes through them.
BALANCER_DAEMONS="octavia octavia-worker"

make_octavia_certificates() {
  local folder=$DATA/octavia
  openssl req -x509 -newkey rsa:2048 -days 3650 -subj /CN=vetro-octavia -passout "pass:$PASSWORD" \
    -keyout "$folder/ca.key" -out "$folder/ca.pem"
}

up_octavia() {
  mkdir -p "$ETC/octavia" "$DATA/octavia"
  own_driver vetro_octavia octavia.network.drivers 'vetro_address = vetro_octavia:AddressDriver'
  cat >"$ETC/octavia/octavia.conf" <<X
[DEFAULT]
transport_url = $MQ_URL
log_file = $LOG/octavia-app.log
[api_settings]
bind_host = $HOST
bind_port = $OCTAVIA_PORT
auth_strategy = keystone
enabled_provider_drivers = amphora:balancers that do nothing
default_provider_driver = amphora
healthcheck_enabled = false
[database]
connection = $(db_url octavia)
[keystone_authtoken]
$(authtoken octavia)
memcached_servers = $HOST:$CACHE_PORT
[service_auth]
$(authtoken octavia)
[oslo_messaging]
topic = octavia_prov
[certificates]
cert_generator = local_cert_generator
cert_manager = local_cert_manager
ca_certificate = $DATA/octavia/ca.pem
ca_private_key = $DATA/octavia/ca.key
ca_private_key_passphrase = $PASSWORD
server_certs_key_passphrase = insecure-key-do-not-use-this-key
[health_manager]
heartbeat_key = $PASSWORD
controller_ip_port_list = $HOST:5555
bind_ip = $HOST
[controller_worker]
workers = 1
amphora_driver = amphora_noop_driver
compute_driver = compute_noop_driver
network_driver = vetro_address
image_driver = image_noop_driver
volume_driver = volume_noop_driver
distributor_driver = distributor_noop_driver
amp_flavor_id = none
amp_image_tag = none
amp_boot_network_list = none
client_ca = $DATA/octavia/ca.pem
[task_flow]
engine = serial
X
  once octavia-certificates make_octavia_certificates
  make_db octavia
  once octavia-db octavia-db-manage --config-file "$ETC/octavia/octavia.conf" upgrade head
  start octavia octavia-api --config-file "$ETC/octavia/octavia.conf"
  start octavia-worker octavia-worker --config-file "$ETC/octavia/octavia.conf"
  wait_http octavia "http://$HOST:$OCTAVIA_PORT/"
}
