#!/usr/bin/env bash
# Installs what a small OpenStack needs from Debian 12's packages: Keystone, Heat, Glance, Placement, Neutron, Nova and
# Octavia with MariaDB, RabbitMQ and memcached. Idempotent, to be run as root.
#  1. apt-get installs servers and the python3-* packages. Nothing is started: policy-rc.d refuses it meanwhile.
#  2. keystone, heat-api, nova-compute and their like hold only start scripts, paste files and questions of debconf: they are
#     downloaded and unpacked, never installed.
set -euo pipefail
# shellcheck source=scripts/openstack/lib.sh
. "$(dirname "$(readlink -f "$0")")/lib.sh"
APT_PACKAGES="mariadb-server rabbitmq-server memcached uwsgi-core uwsgi-plugin-python3
 python3-keystone python3-heat python3-glance python3-placement python3-neutron python3-nova python3-octavia
 python3-keystoneclient python3-openstacksdk python3-pymysql curl openssl
 python3-anyjson python3-git python3-kombu python3-semantic-version python3-oslo.service
 mono-mcs libnewtonsoft-json5.0-cil"
UNPACKED_PACKAGES="keystone heat-common heat-api heat-engine glance-common placement-common neutron-common
 nova-common nova-api nova-compute nova-conductor nova-scheduler murano-agent"
export DEBIAN_FRONTEND=noninteractive

missing=""
for package in $APT_PACKAGES; do
  dpkg-query -W -f='${Status}' "$package" 2>/dev/null | grep -q 'install ok installed' || missing="$missing $package"
done
if [ -n "$missing" ]; then
  policy=/usr/sbin/policy-rc.d
  if [ ! -e $policy ]; then
    printf '#!/bin/sh\nexit 101\n' >$policy
    chmod 755 $policy
    trap 'rm -f '$policy EXIT
  fi
  apt-get update -qq
  # shellcheck disable=SC2086
  apt-get install -y -qq --no-install-recommends $missing >"$LOG/apt.log" 2>&1 || { tail -30 "$LOG/apt.log"; exit 1; }
fi
mkdir -p "$PACKAGES" "$ROOT/debs"
for package in $UNPACKED_PACKAGES; do
  [ -e "$PACKAGES/.$package" ] && continue
  (cd "$ROOT/debs" && { ls "${package}"_*.deb >/dev/null 2>&1 || apt-get download -qq "$package" 2>/dev/null; })
  dpkg-deb -x "$ROOT"/debs/"${package}"_*.deb "$PACKAGES"
  touch "$PACKAGES/.$package"
done
