"""What the tests' project chooses from: images marked as Murano's, flavors, networks, a key pair. Idempotent.

No flavor has a disk of 0: Nova refuses such a flavor to users who are no administrators."""
import json
import sys

import openstack

auth_url, password = sys.argv[1:3]


def connect(user, project):
    return openstack.connect(auth_url=auth_url, username=user, password=password, project_name=project,
                             user_domain_name='Default', project_domain_name='Default', region_name='RegionOne',
                             compute_api_version='2', app_name='vetro-tests')


admin = connect('admin', 'admin')
for name, info in (('ws-2022-std', {'title': 'Windows Server 2022 Standard', 'type': 'windows.2022'}),
                   ('debian-12', None)):
    if not admin.image.find_image(name):
        marked = {'murano_image_info': json.dumps(info)} if info else {}
        admin.image.create_image(name=name, data=b'not a disk image\n' * 32, disk_format='raw',
                                 container_format='bare', visibility='public', **marked)
flavors = {flavor.name for flavor in admin.compute.flavors()}
for name, ram, vcpus, disk in (('m1.small', 512, 1, 1), ('m1.medium', 1024, 1, 2)):
    if name not in flavors:
        admin.compute.create_flavor(name=name, ram=ram, vcpus=vcpus, disk=disk, is_public=True)
public = admin.network.find_network('public')
if not public:
    public = admin.network.create_network(name='public', is_router_external=True, provider_network_type='flat',
                                          provider_physical_network='public')
    admin.network.create_subnet(name='public-subnet', network_id=public.id, ip_version=4, cidr='198.51.100.0/24',
                                is_dhcp_enabled=False, gateway_ip='198.51.100.1')
demo = connect('demo', 'demo')
if not demo.network.find_network('private'):
    private = demo.network.create_network(name='private')
    subnet = demo.network.create_subnet(name='private-subnet', network_id=private.id, ip_version=4,
                                        cidr='10.20.0.0/16', dns_nameservers=['10.20.0.2'])
    router = demo.network.create_router(name='router', external_gateway_info={'network_id': public.id})
    demo.network.add_interface_to_router(router, subnet_id=subnet.id)
if not demo.compute.find_keypair('demo-key'):
    demo.compute.create_keypair(name='demo-key')
