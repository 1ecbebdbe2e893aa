import type { JsonObject } from '@/lib/model/json';

/** A password that every rule allows. */
export const PASSWORD = 'Gr33n-Orchard!';

/** A web server as an API client sends it. */
export function webServer(more: JsonObject = {}): JsonObject {
  return {
    type: 'webServer',
    name: 'frontend',
    adminPassword: PASSWORD,
    flavor: 'm1.medium',
    osImage: { name: 'ws-2012-std' },
    units: [{}],
    ...more,
  };
}

/** An application as an API client sends it. */
export function aspNetApp(more: JsonObject = {}): JsonObject {
  return webServer({ type: 'aspNetApp', name: 'shop', repository: 'https://git.example.com/shop.git', ...more });
}

/** A farm of two web servers as an API client sends it. */
export function webServerFarm(more: JsonObject = {}): JsonObject {
  return webServer({ type: 'webServerFarm', name: 'farm', loadBalancerPort: 80, units: [{}, {}], ...more });
}

/** An application on a farm of two machines as an API client sends it. */
export function aspNetAppFarm(more: JsonObject = {}): JsonObject {
  return webServerFarm({
    type: 'aspNetAppFarm',
    name: 'shop',
    repository: 'https://git.example.com/shop.git',
    ...more,
  });
}

/** A domain as an API client sends it. */
export function activeDirectory(more: JsonObject = {}): JsonObject {
  return {
    type: 'activeDirectory',
    name: 'acme.local',
    domain: 'acme.local',
    adminPassword: PASSWORD,
    flavor: 'm1.medium',
    osImage: { name: 'ws-2012-std' },
    units: [
      { isMaster: true, recoveryPassword: 'R3covery-One!' },
      { isMaster: false, recoveryPassword: 'R3covery-One!' },
    ],
    ...more,
  };
}

/** A domain that is there already, as an API client sends it; it still needs its `dnsServers`. */
export function existingDomain(more: JsonObject = {}): JsonObject {
  return {
    type: 'existingActiveDirectory',
    domain: 'acme.local',
    adminAccountName: 'Administrator',
    adminPassword: PASSWORD,
    ...more,
  };
}

/** A SQL server as an API client sends it. */
export function sqlServer(more: JsonObject = {}): JsonObject {
  return webServer({
    type: 'msSqlServer',
    name: 'sql',
    mixedModeAuth: true,
    saPassword: 'Sa-Orchard-1!',
    unitNamingPattern: 'sql#',
    ...more,
  });
}

/** A cluster of two SQL servers in the domain of {@link activeDirectory}, as an API client sends it. */
export function sqlCluster(more: JsonObject = {}): JsonObject {
  return sqlServer({
    type: 'msSqlClusterServer',
    name: 'db',
    domain: 'acme.local',
    clusterName: 'dbcluster',
    agGroupName: 'orders-group',
    agListenerName: 'orders',
    sqlServiceUserName: 'sqlservice',
    sqlServicePassword: 'Serv1ce-Orchard!',
    databases: ['orders', 'stock'],
    unitNamingPattern: 'node#',
    units: [
      { isMaster: true, isSync: true },
      { isMaster: false, isSync: true },
    ],
    ...more,
  });
}
