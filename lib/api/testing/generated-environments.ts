import type { JsonObject } from '@/lib/model/json';
import { chanceOf } from './generated-cases';
import { activeDirectory, aspNetApp, aspNetAppFarm, sqlCluster, sqlServer, webServer, webServerFarm } from './services';

/** The tenant of the tests has room for twenty machines. */
const MAX_MACHINES = 9;

/** Names, machines and domain of services that follow from a seed alone. */
interface Draw {
  chance: () => number;
  /** one of 1 to `most` */
  count: (most: number) => number;
  domain: string;
}

const units = (count: number) => Array.from({ length: count }, () => ({}));
const builtIn = { mixedModeAuth: false, saPassword: '' };

/** Something that stands in the domain, and what it needs besides: each may be there or not. */
const PARTS: readonly ((draw: Draw) => JsonObject[])[] = [
  ({ domain }) => [webServer({ name: 'pages', domain, unitNamingPattern: 'pages#' })],
  () => [webServer({ name: 'alone', unitNamingPattern: 'alone#' })],
  ({ domain, count }) => [
    webServerFarm({ name: 'field', domain, unitNamingPattern: 'field#', units: units(count(2) + 1) }),
  ],
  ({ domain }) => [
    sqlServer({ domain, ...builtIn }),
    aspNetApp({
      ...{ name: 'desk', domain, databaseServer: 'sql', database: 'desk', connectionName: 'Main' },
      unitNamingPattern: 'desk#',
    }),
  ],
  ({ domain, count }) => [
    sqlCluster({
      ...{ domain, ...builtIn },
      units: [
        { isMaster: true, isSync: true },
        { isMaster: false, isSync: true },
        ...Array.from({ length: count(2) - 1 }, () => ({ isMaster: false, isSync: false })),
      ],
    }),
    aspNetAppFarm({
      ...{ name: 'shop', domain, databaseServer: 'db', database: 'orders', connectionName: 'Main' },
      unitNamingPattern: 'shop#',
    }),
  ],
];

const machinesOf = (services: readonly JsonObject[]) =>
  services.reduce((sum, { units: machines }) => sum + (Array.isArray(machines) ? machines.length : 0), 0);

/**
 * The services of an environment: a domain with one to three controllers, and some of the catalogue's services in it or beside
 * it, nine machines at most.
 *
 * @param seed the same one makes the same services
 */
export function generatedEnvironment(seed: number): JsonObject[] {
  const chance = chanceOf(seed);
  const count = (most: number) => 1 + Math.floor(chance() * most);
  const domain = `drawn${seed}.example`;
  const controllers = Array.from({ length: count(3) }, (_, at) => ({
    ...{ isMaster: at === 0, recoveryPassword: 'R3covery-One!' },
  }));
  const services = [activeDirectory({ name: domain, domain, unitNamingPattern: 'drawn-dc#', units: controllers })];
  for (const part of PARTS) {
    const made = part({ chance, count, domain });
    if (chance() < 0.4 && machinesOf([...services, ...made]) <= MAX_MACHINES) services.push(...made);
  }
  return services;
}
