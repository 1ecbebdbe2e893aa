import type { Arguments, Command, MachineView, Neighbour } from '@/lib/cloud/embedded/windows/command';
import { findDirectory, sameName } from '@/lib/cloud/embedded/windows/domain';
import { thrown } from '@/lib/cloud/embedded/windows/exception';
import type { Group, Sql } from '@/lib/cloud/embedded/windows/sql-state';
import { SHARE } from './cluster-environment';
import { ENDPOINT_PORT, SQL_PORT, sqlOf } from './sql';

const FILES = { protocol: 'tcp', port: 445 } as const;
const ENDPOINT = { protocol: 'tcp', port: ENDPOINT_PORT } as const;

/** Turns availability groups on and opens the endpoint through which replicas talk. */
export const initializeAlwaysOn: Command = {
  name: 'Initialize-AlwaysOn',
  parameters: [
    { name: 'DomainName', required: true },
    { name: 'ServiceUserName', required: true },
  ],
  seconds: 6,
  run: async (machine, given) => {
    const { state } = machine;
    const sql = sqlOf(state);
    if (!state.cluster) {
      throw thrown(
        `The Always On Availability Groups feature cannot be enabled: ${state.computerName} is not a node of a Windows Server Failover Cluster.`,
      );
    }
    const user = given.text('ServiceUserName');
    const directory = await findDirectory(machine, given.text('DomainName'));
    if (!directory?.accounts[user.toLowerCase()]) {
      throw thrown(`Windows NT user or group '${directory?.netbios ?? ''}\\${user}' not found. Check the name again.`);
    }
    sql.alwaysOn = true;
    sql.endpoint = ENDPOINT_PORT;
    return [];
  },
};

/** On the first node: brings databases, group, replicas and listener to what is asked. @returns the replicas in words */
export const initializePrimaryReplica: Command = {
  name: 'Initialize-AOAGPrimaryReplica',
  parameters: [
    { name: 'GroupName', required: true },
    { name: 'DomainName', required: true },
    { name: 'Replicas', required: true },
    { name: 'SyncReplicas', required: true },
    { name: 'Databases' },
    { name: 'ListenerName', required: true },
    { name: 'ListenerAddress', required: true },
  ],
  seconds: 12,
  run: async (machine, given) => {
    const { state, hostname } = machine;
    const sql = sqlOf(state);
    const name = given.text('GroupName');
    requireAlwaysOn(sql, name);
    if (sql.group && !sameName(sql.group.primary, hostname)) {
      throw thrown(
        `The local availability replica of availability group '${name}' cannot accept this command: it is not the primary replica.`,
      );
    }
    const databases = given.list('Databases');
    if (databases.length > 0 && !state.shares.some((share) => share.name === SHARE)) {
      throw thrown(
        "Cannot open backup device 'C:\\AlwaysOn'. Operating system error 3(The system cannot find the path specified.).",
      );
    }
    const asked = given.list('Replicas');
    const missing = asked.find((replica) => !state.cluster?.nodes.some((node) => sameName(node, replica)));
    if (missing !== undefined) {
      throw thrown(
        `Cannot create the availability replica '${missing}': it is not a node of the Windows Server Failover Cluster '${state.cluster?.name ?? ''}'.`,
      );
    }
    const synchronous = given.list('SyncReplicas');
    const kept = sql.group?.replicas.filter(({ host }) => !asked.some((one) => sameName(one, host))) ?? [];
    const replicas = asked.map((host) => ({ host, synchronous: synchronous.some((one) => sameName(one, host)) }));
    const listener = sql.group?.listener ?? (await newListener(machine, given));
    sql.group = { name, primary: hostname, replicas: [...replicas, ...kept], listener };
    for (const database of databases) replicate(sql, database);
    return [inWords(hostname, replicas)];
  },
};

/** On another node: joins the group and takes a copy of each database. */
export const initializeSecondaryReplica: Command = {
  name: 'Initialize-AOAGSecondaryReplica',
  parameters: [
    { name: 'GroupName', required: true },
    { name: 'PrimaryReplica', required: true },
    { name: 'Databases' },
  ],
  seconds: 10,
  run: async (machine, given) => {
    const { state, hostname } = machine;
    const sql = sqlOf(state);
    const name = given.text('GroupName');
    requireAlwaysOn(sql, name);
    const primaryName = given.text('PrimaryReplica');
    const primary = named(primaryName, await machine.neighbours(ENDPOINT));
    const group = primary?.state.openPorts.includes(ENDPOINT_PORT) ? primary.state.sql?.group : null;
    const listed = group?.replicas.some(({ host }) => sameName(host, hostname));
    if (!primary || !group || !sameName(group.name, name) || !listed) {
      throw thrown(
        `Failed to join local availability replica to availability group '${name}'. The operation encountered SQL Server error 41106: the availability group does not list '${hostname}', or its primary replica '${primaryName}' does not answer.`,
      );
    }
    const databases = given.list('Databases');
    const files = named(primaryName, await machine.neighbours(FILES));
    if (databases.length > 0 && !files?.state.shares.some((share) => share.name === SHARE)) {
      throw thrown(
        `Cannot open backup device '\\\\${primaryName}\\${SHARE}'. Operating system error 53(The network path was not found.).`,
      );
    }
    sql.group = { name: group.name, primary: group.primary, replicas: [], listener: null };
    for (const database of databases) replicate(sql, database);
    return [];
  },
};

/** On the first node: replicas leave the group that do not stay. */
export const removeGoneReplica: Command = {
  name: 'Remove-GoneReplica',
  parameters: [
    { name: 'GroupName', required: true },
    { name: 'Replicas', required: true },
  ],
  seconds: 3,
  run: async ({ state }, given) => {
    const { group } = sqlOf(state);
    const stay = given.list('Replicas');
    if (group) group.replicas = group.replicas.filter(({ host }) => stay.some((one) => sameName(one, host)));
    return [];
  },
};

function requireAlwaysOn(sql: Sql, group: string): void {
  if (sql.alwaysOn && sql.endpoint !== null) return;
  throw thrown(
    `The Always On Availability Groups feature must be enabled for this server instance before you can work with the availability group '${group}'.`,
  );
}

async function newListener(machine: MachineView, given: Arguments): Promise<NonNullable<Group['listener']>> {
  const name = given.text('ListenerName');
  const address = given.text('ListenerAddress');
  const near = await machine.neighbours(FILES);
  const names = [
    machine.state.computerName,
    machine.state.cluster?.name ?? '',
    ...near.map(({ state }) => state.computerName),
  ];
  if (names.some((taken) => sameName(taken, name))) {
    throw thrown(
      `The WSFC cluster could not bring the Network Name resource with DNS name '${name}' online. The DNS name may have been taken or have a conflict with existing name services.`,
    );
  }
  const addresses = [machine.address, machine.state.cluster?.address, ...near.map((other) => other.address)];
  if (addresses.includes(address)) {
    throw thrown(`The IP address '${address}' of the listener '${name}' is in use on the network already.`);
  }
  return { name, address, port: SQL_PORT };
}

function replicate(sql: Sql, name: string): void {
  const known = sql.databases.find((database) => sameName(database.name, name));
  if (known) known.replicated = true;
  else sql.databases.push({ name, replicated: true });
}

function named(name: string, machines: Neighbour[]): Neighbour | undefined {
  return machines.find(({ hostname }) => sameName(hostname, name));
}

function inWords(primary: string, replicas: Group['replicas']): string {
  const others = replicas
    .filter(({ host }) => !sameName(host, primary))
    .map(({ host, synchronous }) => `${host} (${synchronous ? 'synchronous' : 'asynchronous'})`);
  return [`${primary.toLowerCase()} (primary)`, ...others].join(', ');
}
