import type { JsonObject } from '@/lib/model/json';

/** A password that every rule allows. */
export const PASSWORD = 'Gr33n-Orchard!';
export const RECOVERY_PASSWORD = 'R3covery-Harbour!';
export const REPOSITORY = 'https://git.example.com/contoso/shop.git';

/** A web server as an API client sends it. */
export function webServer(more: JsonObject = {}): JsonObject {
  return {
    type: 'webServer',
    name: 'frontend',
    adminPassword: PASSWORD,
    flavor: 'm1.small',
    osImage: { name: 'ws-2022-std' },
    units: [{}],
    ...more,
  };
}

/** A farm of web servers as an API client sends it. */
export function webServerFarm(name: string, machines: number, more: JsonObject = {}): JsonObject {
  const units = Array.from({ length: machines }, () => ({}));
  return webServer({ type: 'webServerFarm', name, loadBalancerPort: 80, units, ...more });
}

/** An application as an API client sends it. */
export function aspNetApp(more: JsonObject = {}): JsonObject {
  return webServer({ type: 'aspNetApp', name: 'portal', repository: REPOSITORY, ...more });
}

/** An application on a farm as an API client sends it. */
export function aspNetAppFarm(name: string, machines: number, more: JsonObject = {}): JsonObject {
  return webServerFarm(name, machines, { type: 'aspNetAppFarm', repository: REPOSITORY, ...more });
}

/** A domain with one controller as an API client sends it. */
export function activeDirectory(domain: string, more: JsonObject = {}): JsonObject {
  return {
    type: 'activeDirectory',
    domain,
    adminPassword: PASSWORD,
    flavor: 'm1.small',
    osImage: { name: 'ws-2022-std' },
    units: [{ isMaster: true, recoveryPassword: RECOVERY_PASSWORD }],
    ...more,
  };
}

/** A domain that is there already as an API client sends it. */
export function existingDomain(domain: string, nameServer: string): JsonObject {
  return {
    type: 'existingActiveDirectory',
    domain,
    dnsServers: [nameServer],
    adminAccountName: 'Administrator',
    adminPassword: PASSWORD,
  };
}

/** A SQL server as an API client sends it. */
export function sqlServer(more: JsonObject = {}): JsonObject {
  return webServer({ type: 'msSqlServer', name: 'sql', mixedModeAuth: true, saPassword: PASSWORD, ...more });
}

/** A cluster of two SQL servers in a domain as an API client sends it. */
export function sqlCluster(domain: string, more: JsonObject = {}): JsonObject {
  return sqlServer({
    type: 'msSqlClusterServer',
    name: 'sql-cluster',
    domain,
    clusterName: 'sqlcluster',
    agGroupName: 'databases',
    agListenerName: 'ledger',
    sqlServiceUserName: 'sqlservice',
    sqlServicePassword: 'Serv1ce-Harbour!',
    databases: ['ledger', 'archive'],
    units: [
      { isMaster: true, isSync: true },
      { isMaster: false, isSync: true },
    ],
    ...more,
  });
}
