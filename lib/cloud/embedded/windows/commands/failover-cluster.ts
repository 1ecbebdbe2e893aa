import { randomUUID } from 'node:crypto';
import type { Command, MachineView, Neighbour } from '@/lib/cloud/embedded/windows/command';
import { requireAdministrator, requireDomainUser, sameName } from '@/lib/cloud/embedded/windows/domain';
import { thrown } from '@/lib/cloud/embedded/windows/exception';
import type { Cluster } from '@/lib/cloud/embedded/windows/sql-state';
import { needsRestart, type WindowsState } from '@/lib/cloud/embedded/windows/state';

/** Where the nodes of a cluster hear each other. */
const CLUSTER = { protocol: 'udp', port: 3343 } as const;
const FEATURE = 'Failover-Clustering';
const DOMAIN_USER = [
  { name: 'DomainName', required: true },
  { name: 'UserName', required: true },
  { name: 'Password', required: true },
];

/** Adds what a node needs; takes effect with the restart. */
export const installFailoverClusterPrerequisites: Command = {
  name: 'Install-FailoverClusterPrerequisites',
  parameters: [],
  seconds: 6,
  run: async ({ state }) => {
    if (!state.domain) throw thrown(`${state.computerName} is in no domain; the nodes of a cluster must be.`);
    if (!state.features.includes(FEATURE)) {
      state.pending.features = [FEATURE, 'RSAT-Clustering-PowerShell', 'RSAT-AD-PowerShell'];
    }
    return [];
  },
};

/** Creates a cluster of nodes that can hear each other, all of one domain; adds those missing to one that is there. */
export const newFailoverCluster: Command = {
  name: 'New-FailoverCluster',
  parameters: [
    { name: 'ClusterName', required: true },
    { name: 'StaticAddress', required: true },
    { name: 'ClusterNodes', required: true },
    ...DOMAIN_USER,
  ],
  seconds: 12,
  run: async (machine, given) => {
    const { state, hostname } = machine;
    await asAdministrator(machine, given.text('DomainName'), given.text('UserName'), given.text('Password'));
    const name = given.text('ClusterName');
    const address = given.text('StaticAddress');
    const nodes = given.list('ClusterNodes');
    const near = await machine.neighbours(CLUSTER);
    if (state.cluster && !sameName(state.cluster.name, name)) {
      throw thrown(`${hostname} is a node of the cluster '${state.cluster.name}' already.`);
    }
    if (!state.cluster) refuseTaken(machine, near, name, address);
    const cluster: Cluster = state.cluster ?? { id: randomUUID(), name, address, nodes: [] };
    const others = nodes.filter((node) => !sameName(node, hostname));
    for (const node of others) requireFit(node, near, state, cluster);
    for (const node of others) {
      await machine.changeAt(node, (other) => {
        other.cluster ??= { ...cluster, nodes: [] };
      });
    }
    state.cluster = { ...cluster, nodes: [...new Set([...cluster.nodes, ...nodes])] };
    return [];
  },
};

/** Makes a machine one more node of a cluster. */
export const joinFailoverCluster: Command = {
  name: 'Join-FailoverCluster',
  parameters: [{ name: 'ClusterName', required: true }, ...DOMAIN_USER],
  seconds: 8,
  run: async (machine, given) => {
    const { state, hostname } = machine;
    await asAdministrator(machine, given.text('DomainName'), given.text('UserName'), given.text('Password'));
    const name = given.text('ClusterName');
    if (state.cluster && sameName(state.cluster.name, name)) return [];
    if (state.cluster)
      throw thrown(`The node '${hostname}' is already a member of the cluster '${state.cluster.name}'.`);
    const owner = (await machine.neighbours(CLUSTER)).find(
      ({ state: other }) =>
        other.cluster &&
        sameName(other.cluster.name, name) &&
        other.cluster.nodes.length > 0 &&
        inOneDomain(other, state),
    );
    if (!owner?.state.cluster) {
      throw thrown(
        `Check the spelling of the cluster name. Otherwise, there might be a problem with your network. Make sure the cluster nodes are turned on and connected to the network: the RPC server of '${name}' is unavailable.`,
      );
    }
    state.cluster = { ...owner.state.cluster, nodes: [] };
    await machine.changeAt(owner.hostname, ({ cluster }) => cluster?.nodes.push(hostname));
    return [];
  },
};

/** Takes nodes out of a cluster that do not stay. */
export const removeGoneClusterNode: Command = {
  name: 'Remove-GoneClusterNode',
  parameters: [{ name: 'ClusterNodes', required: true }, ...DOMAIN_USER],
  seconds: 4,
  run: async (machine, given) => {
    const { cluster, computerName } = machine.state;
    await asAdministrator(machine, given.text('DomainName'), given.text('UserName'), given.text('Password'));
    if (!cluster) throw thrown(`The cluster service is not running on ${computerName}.`);
    const stay = given.list('ClusterNodes');
    cluster.nodes = cluster.nodes.filter((node) => stay.some((other) => sameName(other, node)));
    return [];
  },
};

async function asAdministrator(machine: MachineView, domain: string, user: string, password: string): Promise<void> {
  await requireDomainUser(machine, domain, user, password);
  if (!machine.state.features.includes(FEATURE)) {
    throw thrown(
      "The specified module 'FailoverClusters' was not loaded because no valid module file was found in any module directory.",
    );
  }
  requireAdministrator(user);
}

function refuseTaken({ state, address: own }: MachineView, near: Neighbour[], name: string, address: string): void {
  const names = [state.computerName, ...near.map(({ state: other }) => other.computerName)];
  if (names.some((taken) => sameName(taken, name))) {
    throw thrown(`An error occurred creating cluster '${name}'. The computer name '${name}' is already in use.`);
  }
  if (address === own || near.some((other) => other.address === address)) {
    throw thrown(
      `An error occurred creating cluster '${name}'. The static address '${address}' is already in use on the network.`,
    );
  }
}

function requireFit(node: string, near: Neighbour[], state: WindowsState, cluster: Cluster): void {
  const found = near.find(({ hostname }) => sameName(hostname, node));
  if (!found) throw thrown(`The computer '${node}' could not be reached: The RPC server is unavailable.`);
  const other = found.state;
  if (!inOneDomain(other, state)) {
    throw thrown(`The computer '${node}' is not joined to the domain of the other nodes, '${state.domain}'.`);
  }
  if (!other.features.includes(FEATURE) || needsRestart(other)) {
    throw thrown(`The Failover Clustering feature is not installed on '${node}', or it waits for a restart.`);
  }
  if (other.cluster && other.cluster.id !== cluster.id) {
    throw thrown(`The computer '${node}' is joined to the cluster '${other.cluster.name}' already.`);
  }
}

function inOneDomain(one: WindowsState, other: WindowsState): boolean {
  return one.domain !== null && other.domain !== null && sameName(one.domain, other.domain);
}
