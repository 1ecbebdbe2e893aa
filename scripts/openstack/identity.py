"""Makes the users of services, Heat's domain for the users of stacks, endpoints, and what the tests sign in with:
users in two projects. Idempotent."""
import sys

from keystoneauth1 import session
from keystoneauth1.identity import v3
from keystoneclient.v3 import client

auth_url, password, *endpoints = sys.argv[1:]
keystone = client.Client(session=session.Session(auth=v3.Password(
    auth_url=auth_url, username='admin', password=password, project_name='admin',
    user_domain_name='Default', project_domain_name='Default')))


def ensure(manager, name, create, **filters):
    return next((found for found in manager.list(**filters) if found.name == name), None) or create()


default = ensure(keystone.domains, 'Default', lambda: keystone.domains.create('Default'))
roles = {name: ensure(keystone.roles, name, lambda: keystone.roles.create(name))
         for name in ('admin', 'member', 'reader', 'service', 'heat_stack_owner', 'heat_stack_user',
                      'load-balancer_member')}


def project(name):
    return ensure(keystone.projects, name, lambda: keystone.projects.create(name, default), domain=default)


def user(name, domain=default):
    return ensure(keystone.users, name, lambda: keystone.users.create(name, domain=domain, password=password),
                  domain=domain)


for service in ('heat', 'glance', 'nova', 'neutron', 'placement', 'octavia'):
    for name in ('admin', 'service'):
        keystone.roles.grant(roles[name], user=user(service), project=project('service'))
# two projects: what is in one must not be seen from the other
for name in ('demo', 'other'):
    for role in ('member', 'heat_stack_owner', 'load-balancer_member'):
        keystone.roles.grant(roles[role], user=user('demo'), project=project(name))
# who only looks, in one of them
keystone.roles.grant(roles['reader'], user=user('viewer'), project=project('demo'))
stack_users = ensure(keystone.domains, 'heat', lambda: keystone.domains.create('heat'))
keystone.roles.grant(roles['admin'], user=user('heat_domain_admin', stack_users), domain=stack_users)

known = {(endpoint.service_id, endpoint.interface) for endpoint in keystone.endpoints.list()}
for kind, url in (endpoint.split('=', 1) for endpoint in endpoints):
    service = ensure(keystone.services, kind, lambda: keystone.services.create(kind, kind))
    for interface in ('public', 'internal', 'admin'):
        if (service.id, interface) not in known:
            keystone.endpoints.create(service.id, url, interface, region='RegionOne')
