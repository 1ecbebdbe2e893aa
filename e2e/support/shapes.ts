import type { JsonObject } from '@/lib/model/json';
import {
  activeDirectory,
  aspNetAppFarm,
  RECOVERY_PASSWORD,
  sqlCluster,
  sqlServer,
  webServer,
  webServerFarm,
} from './services';

/** The shapes that environments have, each as services of the catalog that a client of the API sends. */
export const SHAPES = {
  '3-machines': () => [domain('acme.local', 2), site('intranet', 'intra#', { domain: 'acme.local' })],
  '7-machines': () => [
    domain('acme.local', 2),
    cluster('ledger', 2),
    farm('shop', 'shop#', 2),
    site('intranet', 'intra#', { domain: 'acme.local' }),
  ],
  '20-machines': () => [
    domain('acme.local', 2),
    cluster('ledger', 3),
    database('orders'),
    farm('shop', 'shop#', 8, { databaseServer: 'orders' }),
    farm('portal', 'portal#', 5, { databaseServer: 'orders' }),
    site('intranet', 'intra#', { domain: 'acme.local' }),
  ],
  '40-machines': () => [
    domain('acme.local', 2),
    cluster('ledger', 4),
    cluster('archive', 4),
    database('orders'),
    database('members'),
    farm('shop', 'shop#', 16, { databaseServer: 'orders' }),
    farm('portal', 'portal#', 10, { databaseServer: 'members' }),
    site('intranet', 'intra#', { domain: 'acme.local' }),
    site('status', 'status#'),
  ],
  'three-tiers': () => [
    domain('acme.local', 1),
    database('orders'),
    farm('shop', 'shop#', 3, { databaseServer: 'orders' }),
  ],
  'two-domains': () => [
    domain('acme.local', 2),
    domain('partners.local', 1, 'pdc#'),
    database('orders'),
    farm('shop', 'shop#', 3, { databaseServer: 'orders' }),
    site('portal', 'portal#', { domain: 'partners.local' }),
    site('status', 'status#'),
  ],
  'cluster-with-listener': () => [
    domain('acme.local', 2),
    cluster('ledger', 3),
    site('reports', 'reports#', { domain: 'acme.local' }),
  ],
} satisfies Record<string, () => JsonObject[]>;

export type ShapeName = keyof typeof SHAPES | 'both-languages';

/** A domain with controllers. */
function domain(name: string, controllers: number, hosts = 'dc#'): JsonObject {
  const units = Array.from({ length: controllers }, (_, index) => ({
    isMaster: index === 0,
    recoveryPassword: RECOVERY_PASSWORD,
  }));
  return activeDirectory(name, { unitNamingPattern: hosts, units });
}

function site(name: string, hosts: string, more: JsonObject = {}): JsonObject {
  return webServer({ name, unitNamingPattern: hosts, ...more });
}

function farm(name: string, hosts: string, machines: number, more: JsonObject = {}): JsonObject {
  return aspNetAppFarm(name, machines, { domain: 'acme.local', unitNamingPattern: hosts, ...more });
}

function database(name: string): JsonObject {
  return sqlServer({ name, domain: 'acme.local', unitNamingPattern: `${name}#` });
}

function cluster(name: string, machines: number): JsonObject {
  const units = Array.from({ length: machines }, (_, index) => ({ isMaster: index === 0, isSync: index < 2 }));
  return sqlCluster('acme.local', {
    ...{ name, units, unitNamingPattern: `${name}#`, databases: [name] },
    ...{ clusterName: `${name}-cluster`, agGroupName: `${name}-group`, agListenerName: `${name}-sql` },
    sqlServiceUserName: `${name}-service`,
  });
}

/** Services of the catalog beside one of a package whose workflows are classes. */
export function bothLanguages(pair: string): JsonObject[] {
  return [
    domain('acme.local', 2),
    webServerFarm('intranet', 2, { domain: 'acme.local', unitNamingPattern: 'intra#' }),
    {
      type: pair,
      name: 'greetings',
      greeting: 'Welcome',
      flavor: 'm1.small',
      osImage: { name: 'debian-12-murano' },
      unitNamingPattern: 'greeter#',
      units: [{}, {}],
    },
  ];
}
