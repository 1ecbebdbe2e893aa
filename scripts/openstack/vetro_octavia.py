"""A network driver for an Octavia without amphorae: the address of a balancer is a port of Neutron, as with every driver of a
real Octavia, so that a floating address can be given to it. Nothing is plugged into it."""
from octavia.common import clients
from octavia.network.drivers.noop_driver import driver


class AddressDriver(driver.NoopNetworkDriver):
    @staticmethod
    def ports():
        return clients.NeutronAuth.get_neutron_client(None)

    def allocate_vip(self, loadbalancer):
        vip, more = super().allocate_vip(loadbalancer)
        if loadbalancer.vip.port_id:
            return vip, more
        network = loadbalancer.vip.network_id
        if not network:
            network = self.ports().show_subnet(loadbalancer.vip.subnet_id)['subnet']['network_id']
        fixed = {name: value for name, value in (('subnet_id', loadbalancer.vip.subnet_id),
                                                 ('ip_address', loadbalancer.vip.ip_address)) if value}
        port = self.ports().create_port({'port': {
            'name': 'octavia-lb-' + loadbalancer.id,
            'network_id': network,
            'project_id': loadbalancer.project_id,
            'device_id': 'lb-' + loadbalancer.id,
            'device_owner': 'Octavia',
            'admin_state_up': False,
            **({'fixed_ips': [fixed]} if fixed else {}),
        }})['port']
        address = port['fixed_ips'][0]
        vip.network_id, vip.port_id = network, port['id']
        vip.ip_address, vip.subnet_id = address['ip_address'], address['subnet_id']
        return vip, more

    def deallocate_vip(self, vip):
        super().deallocate_vip(vip)
        if self.ports().list_ports(id=vip.port_id)['ports']:
            self.ports().delete_port(vip.port_id)
