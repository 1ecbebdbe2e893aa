"""Makes Heat's user, its domain for the users of stacks, its endpoint, and a demo project. Idempotent."""
import sys

from keystoneauth1 import session
from keystoneauth1.identity import v3
from keystoneclient.v3 import client

auth_url, password, heat_url = sys.argv[1:4]
keystone = client.Client(session=session.Session(auth=v3.Password(
    auth_url=auth_url, username='admin', password=password, project_name='admin',
    user_domain_name='Default', project_domain_name='Default')))


def ensure(manager, name, create, **filters):
    return next((found for found in manager.list(**filters) if found.name == name), None) or create()


default = ensure(keystone.domains, 'Default', lambda: keystone.domains.create('Default'))
roles = {name: ensure(keystone.roles, name, lambda: keystone.roles.create(name))
         for name in ('admin', 'member', 'reader', 'service', 'heat_stack_owner', 'heat_stack_user')}


def project(name):
    return ensure(keystone.projects, name, lambda: keystone.projects.create(name, default), domain=default)


def user(name, domain=default):
    return ensure(keystone.users, name, lambda: keystone.users.create(name, domain=domain, password=password),
                  domain=domain)


for name in ('admin', 'service'):
    keystone.roles.grant(roles[name], user=user('heat'), project=project('service'))
# two projects: what is in one must not be seen from the other
for name in ('demo', 'other'):
    for role in ('member', 'heat_stack_owner'):
        keystone.roles.grant(roles[role], user=user('demo'), project=project(name))
stack_users = ensure(keystone.domains, 'heat', lambda: keystone.domains.create('heat'))
keystone.roles.grant(roles['admin'], user=user('heat_domain_admin', stack_users), domain=stack_users)

heat = ensure(keystone.services, 'heat', lambda: keystone.services.create('heat', 'orchestration'))
known = {(endpoint.service_id, endpoint.interface) for endpoint in keystone.endpoints.list()}
for interface in ('public', 'internal', 'admin'):
    if (heat.id, interface) not in known:
        keystone.endpoints.create(heat.id, heat_url + '/v1/%(tenant_id)s', interface, region='RegionOne')
