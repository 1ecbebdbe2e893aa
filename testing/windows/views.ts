// What a simulated machine and one of the world of testing/windows know, in one shape, so that they can be compared.
import type { WindowsFacts } from '@/lib/api/testing/windows-facts';
import { verifyPassword } from '@/lib/cloud/embedded/machines/password';

interface Replica {
  host: string;
  synchronous: boolean;
}

interface SqlView {
  account: string;
  running: boolean;
  mixedMode: boolean;
  alwaysOn: boolean;
  endpoint: number | null;
  databases: { name: string; replicated: boolean }[];
  group: {
    name: string;
    primary: string;
    replicas: Replica[];
    listener: { name: string; address: string } | null;
  } | null;
}

/** As `look` of story.ps1 tells it. */
export interface WorldMachine {
  up: boolean;
  domain: string | null;
  directory: {
    domain: string;
    netbios: string;
    computers: Record<string, string>;
    accounts: { name: string; password: string; enabled: boolean }[];
    controllers: string[];
  } | null;
  restartPending: boolean;
  nameServers: string[];
  features: string[];
  ports: number[];
  shares: { name: string; accounts: string[] }[];
  /** of the Administrator of the machine; null on a controller */
  password: string | null;
  cluster: { name: string; address: string; nodes: string[]; witness: string; votes: number; works: boolean } | null;
  sql: (SqlView & { group: { replicas: (Replica & { byItself: boolean })[] } | null }) | null;
  /** of the scheduler, that a script left behind */
  tasks: number;
}

export interface MachineView {
  domain: string | null;
  /** of a controller: accounts of machines with their identifiers, users */
  directory: { domain: string; netbios: string; computers: Record<string, string>; users: string[] } | null;
  restartPending: boolean;
  nameServers: string[];
  features: string[];
  ports: number[];
  shares: { name: string; account: string }[];
  cluster: { name: string; address: string; nodes: string[]; witness: { host: string; share: string } | null } | null;
  sql: SqlView | null;
}

const sorted = <T>(items: readonly T[], key: (item: T) => string): T[] =>
  [...items].sort((one, other) => key(one).localeCompare(key(other)));
const byName = <T extends { name: string }>(items: readonly T[]) => sorted(items, ({ name }) => name);
const byHost = (replicas: readonly Replica[]): Replica[] =>
  sorted(replicas, ({ host }) => host).map(({ host, synchronous }) => ({ host, synchronous }));

/** Accounts of machines in a directory beside those of its controllers. */
const members = (computers: Record<string, string>, controllers: readonly string[]) =>
  Object.fromEntries(Object.entries(computers).filter(([name]) => !controllers.includes(name)));
/** Names of accounts of machines know no case. */
const accountName = (name: string) => (name.endsWith('$') ? name.toUpperCase() : name);

/** What a simulated machine knows. @param controllers host names of controllers */
export function simulatedView(facts: WindowsFacts, controllers: readonly string[]): MachineView {
  const { directory, cluster, sql } = facts;
  const group = sql?.group ?? null;
  return {
    domain: facts.domain,
    directory: directory && {
      domain: directory.domain,
      netbios: directory.netbios,
      computers: members(directory.computers, controllers),
      users: Object.values(directory.accounts)
        .map(({ name }) => name)
        .sort(),
    },
    restartPending: Object.keys(facts.pending).length > 0,
    nameServers: facts.dnsServers,
    features: [...facts.features].sort(),
    ports: [...facts.openPorts].sort((one, other) => one - other),
    shares: byName(facts.shares).map(({ name, account }) => ({ name, account: accountName(account) })),
    cluster: cluster && {
      name: cluster.name,
      address: cluster.address,
      nodes: [...cluster.nodes].sort(),
      witness: cluster.witness,
    },
    sql: sql && {
      account: sql.account,
      running: (facts.sqlService ?? 'running') === 'running',
      mixedMode: sql.mixedMode,
      alwaysOn: sql.alwaysOn,
      endpoint: sql.endpoint,
      databases: byName(sql.databases),
      group: group && {
        name: group.name,
        primary: group.primary,
        replicas: byHost(group.replicas),
        listener: group.listener && { name: group.listener.name, address: group.listener.address },
      },
    },
  };
}

/** What a machine of the world knows, as far as simulated ones do. */
export function worldView(machine: WorldMachine): MachineView {
  const { domain, directory, restartPending, nameServers, features, ports, shares, cluster, sql } = machine;
  const [, host = '', share = ''] = /^\\\\([^.\\]+)[^\\]*\\(.+)$/.exec(cluster?.witness ?? '') ?? [];
  return {
    domain,
    directory: directory && {
      domain: directory.domain,
      netbios: directory.netbios,
      computers: members(directory.computers, directory.controllers),
      users: directory.accounts.map(({ name }) => name).sort(),
    },
    restartPending,
    nameServers,
    features: [...features].sort(),
    ports,
    shares: byName(shares).map(({ name, accounts }) => ({ name, account: accounts.map(accountName).join(', ') })),
    cluster: cluster && {
      name: cluster.name,
      address: cluster.address,
      nodes: [...cluster.nodes].sort(),
      witness: host === '' ? null : { host, share },
    },
    sql: sql && {
      account: sql.account,
      running: sql.running,
      mixedMode: sql.mixedMode,
      alwaysOn: sql.alwaysOn,
      endpoint: sql.endpoint,
      databases: byName(sql.databases),
      group: sql.group && {
        name: sql.group.name,
        primary: sql.group.primary,
        replicas: byHost(sql.group.replicas),
        listener: sql.group.listener,
      },
    },
  };
}

/** Accounts whose password in the world is another than in the simulation: their names. */
export async function otherPasswords(facts: WindowsFacts, machine: WorldMachine): Promise<string[]> {
  const accounts = facts.directory?.accounts ?? facts.accounts;
  const there = machine.directory?.accounts ?? [{ name: 'Administrator', password: machine.password ?? '' }];
  const differing = await Promise.all(
    there.map(async ({ name, password }) => {
      const hash = accounts[name.toLowerCase()]?.passwordHash ?? null;
      // nobody has set one yet
      return hash === null || (await verifyPassword(password, hash)) ? [] : [name];
    }),
  );
  return differing.flat();
}
