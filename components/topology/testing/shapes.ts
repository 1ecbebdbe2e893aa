import type { Service, Unit } from '@/lib/model/environment';
import { PropertySchema, type ServiceType, ServiceTypeSchema } from '@/lib/model/service-type';
import { buildTopology } from '@/lib/model/topology/build';
import { EXAMPLE_TYPES, exampleEnvironment } from '@/lib/model/topology/testing/example';
import { type Picture, pictureOf } from '../picture';

/** Pictures of every shape that environments have, as the packages of the catalog describe their parts. */

const domainOf = PropertySchema.parse({
  name: 'domain',
  kind: 'membershipRef',
  label: 'Domain',
  needs: 'domain',
  joins: 'domain',
});
const databaseOf = PropertySchema.parse({
  name: 'databaseServer',
  kind: 'serviceRef',
  label: 'Database server',
  needs: 'sqlServer',
  relation: 'keeps its data in',
});
const one = { min: 1, max: 100, default: 1, noun: 'machine' };
const page = { label: 'Address', path: 'uri', kind: 'link', visitors: true };

const typeOf = (type: string, title: string, more: object): ServiceType =>
  ServiceTypeSchema.parse({
    ...{ type, title, package: `x.${type}`, version: '1.0.0', summary: title, units: one, form: [] },
    ...{ properties: [domainOf], unitProperties: [], roles: [] },
    ...more,
  });
const role = (id: string, title: string, kind = 'role') => ({ id, title, kind, installedWhen: id });

const TYPES: ServiceType[] = [
  ...EXAMPLE_TYPES.filter(({ type }) => type !== 'webServer'),
  typeOf('webServer', 'Web Server', { roles: [role('iis', 'Internet Information Services')], facts: [page] }),
  typeOf('farm', 'ASP.NET Application Farm', {
    properties: [domainOf, databaseOf],
    roles: [role('iis', 'Internet Information Services'), role('app', 'ASP.NET application', 'application')],
    shared: [{ id: 'balancer', title: 'Load balancer', kind: 'loadBalancer', address: 'balancer' }],
    facts: [page],
  }),
  typeOf('sql', 'SQL Server', {
    offers: [{ capability: 'sqlServer', name: 'name' }],
    roles: [role('sql', 'SQL Server')],
  }),
  typeOf('cluster', 'SQL Server Cluster', {
    offers: [{ capability: 'sqlServer', name: 'name' }],
    roles: [role('cluster', 'Failover cluster'), role('sql', 'SQL Server')],
    shared: [{ id: 'listener', title: 'Listener', kind: 'loadBalancer', address: 'listener' }],
  }),
  typeOf('pipeline', 'Build pipeline', {
    className: 'com.example.Pipeline',
    properties: [databaseOf],
    roles: [role('agent', 'Build agent')],
  }),
];

let ids = 0;
const nextId = () => {
  ids += 1;
  return String(ids).padStart(32, '0');
};
const units = (count: number, name: string): Unit[] =>
  Array.from({ length: count }, (_, index) => ({
    id: nextId(),
    name: `${name}${index + 1}`,
    state: { hostname: `${name}${index + 1}` },
    isMaster: index === 0,
  }));
const service = (type: string, name: string, count: number, more: object = {}): Service => ({
  id: nextId(),
  type,
  name,
  units: units(count, name),
  ...more,
});
const domain = (name: string, controllers: number) =>
  service('activeDirectory', name, 0, { domain: name, units: units(controllers, `dc-${name.split('.')[0]}-`) });

const within = { domain: 'acme.local' };
const SHAPES = {
  '3 machines': [domain('acme.local', 2), service('webServer', 'intranet', 1, within)],
  '7 machines': [
    domain('acme.local', 2),
    service('webServer', 'intranet', 1, within),
    service('farm', 'shop', 2, { ...within, databaseServer: 'orders' }),
    service('cluster', 'orders', 2, within),
  ],
  'three tiers': [
    service('farm', 'web', 3, { databaseServer: 'data' }),
    service('sql', 'data', 1),
    service('webServer', 'status', 1),
  ],
  '20 machines': [
    domain('acme.local', 2),
    service('farm', 'shop', 8, { ...within, databaseServer: 'orders' }),
    service('farm', 'portal', 5, { ...within, databaseServer: 'orders' }),
    service('cluster', 'orders', 3, within),
    service('sql', 'reports', 1, within),
    service('webServer', 'intranet', 1, within),
  ],
  '40 machines': [
    domain('acme.local', 3),
    service('farm', 'shop', 16, { ...within, databaseServer: 'orders' }),
    service('farm', 'portal', 10, { ...within, databaseServer: 'customers' }),
    service('cluster', 'orders', 4, within),
    service('cluster', 'customers', 4, within),
    service('webServer', 'intranet', 1, within),
    service('webServer', 'status', 1),
    service('sql', 'reports', 1, within),
  ],
  '20 machines, a cluster that nothing uses': [
    domain('acme.local', 2),
    service('cluster', 'ledger', 3, within),
    service('sql', 'orders', 1, within),
    service('farm', 'shop', 8, { ...within, databaseServer: 'orders' }),
    service('farm', 'portal', 5, { ...within, databaseServer: 'orders' }),
    service('webServer', 'intranet', 1, within),
  ],
  '40 machines, two databases, two clusters': [
    domain('acme.local', 2),
    service('cluster', 'ledger', 4, within),
    service('cluster', 'archive', 4, within),
    service('sql', 'orders', 1, within),
    service('sql', 'members', 1, within),
    service('farm', 'shop', 16, { ...within, databaseServer: 'orders' }),
    service('farm', 'portal', 10, { ...within, databaseServer: 'members' }),
    service('webServer', 'intranet', 1, within),
    service('webServer', 'status', 1),
  ],
  'two domains': [
    domain('acme.local', 2),
    service('farm', 'shop', 3, { ...within, databaseServer: 'orders' }),
    service('sql', 'orders', 1, { domain: 'data.local' }),
    domain('data.local', 1),
    service('webServer', 'status', 1),
  ],
  'a cluster with its listener': [
    domain('acme.local', 2),
    service('cluster', 'orders', 3, within),
    service('webServer', 'intranet', 1, { ...within, databaseServer: 'orders' }),
  ],
  'packages of both kinds': [
    service('pipeline', 'builds', 3, { databaseServer: 'artefacts' }),
    service('sql', 'artefacts', 1, within),
    domain('acme.local', 1),
    service('webServer', 'intranet', 1, within),
  ],
} satisfies Record<string, Service[]>;

export type ShapeName = keyof typeof SHAPES;
export const SHAPE_NAMES = Object.keys(SHAPES) as ShapeName[];

/** The picture of a shape: all deployed, or all of it in a draft. */
export function shape(name: ShapeName, is: 'deployed' | 'draft' = 'deployed'): Picture {
  return pictured(SHAPES[name], is);
}

/** The picture of an environment with so many farms of so many machines each. */
export function farms(count: number, machines: number): Picture {
  return pictured([
    domain('acme.local', 2),
    service('sql', 'data', 1, within),
    ...Array.from({ length: count }, (_, index) =>
      service('farm', `farm${index}`, machines, { ...within, databaseServer: 'data' }),
    ),
  ]);
}

function pictured(services: Service[], is: 'deployed' | 'draft' = 'deployed'): Picture {
  const whole = exampleEnvironment(...services);
  return pictureOf(
    buildTopology({
      deployed: is === 'deployed' ? whole : exampleEnvironment(),
      next: is === 'deployed' ? null : { model: whole, is },
      types: TYPES,
      deployment: null,
      machines: {},
    }),
  );
}
