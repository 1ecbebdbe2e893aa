import type { Service, Unit } from '../environment';
import { hostNameOf, isComplete, isInstalled, rolesFor, textAt } from '../installed';
import { conditionOf, isBroken } from '../operations/condition';
import { combineRemovals, REMOVAL_STATES } from '../progress/removal';
import { stepTitle } from '../progress/step-title';
import { isActive, unitRun } from '../progress/unit-run';
import { unitStateOf } from '../progress/unit-state-of';
import { isSameMembership, membershipOf, offeredBy } from '../relations';
import type { ServiceType } from '../service-type';
import { combineStates, isResting, type UnitState } from '../unit-state';
import { unitTitle } from '../unit-title';
import { changeOf, pairById, type Versions } from './changes';
import { blankNode, hostNodeId, serviceNodeId, type Topology, type TopologyInput, type TopologyNode } from './graph';
import { containment, relationEdges } from './relations';
import { elsewhereState, serviceFacts, sharedParts } from './service-parts';

/** Draws the graph. Pure: the same input gives the same graph, nodes in the order of the model, parents first. */
export function buildTopology(input: TopologyInput): Topology {
  const next = input.next?.model ?? input.deployed;
  const services = pairById(input.deployed.services, next.services);
  const root: TopologyNode = {
    ...blankNode('environment', `environment:${input.deployed.id}`, null),
    title: input.deployed.name,
  };
  const parts = services.map((versions) => serviceParts(input, root.id, versions));
  root.state = combineStates(parts.map(([service]) => service.state));
  const nodes = [root, ...parts.flatMap(([service, children]) => [service, ...children])];
  return { nodes, edges: [...containment(nodes), ...relationEdges(input, next, nodes)] };
}

function serviceParts(
  input: TopologyInput,
  parentId: string,
  versions: Versions<Service>,
): [TopologyNode, TopologyNode[]] {
  const { before, after, newest: shown } = versions;
  const live = liveOf(input, versions);
  const type = input.types.find((candidate) => candidate.type === shown.type) ?? null;
  const service: TopologyNode = {
    ...blankNode('service', serviceNodeId(shown.id), parentId),
    title: shown.name,
    subtitle: type?.title ?? shown.type,
    change: changeOf(versions),
    serviceId: shown.id,
    serviceType: shown.type,
    service: serviceFacts(type, live),
  };
  const hosts = pairById(before?.units ?? [], after?.units ?? []).map((pair) =>
    hostParts(input, service, type, live, pair),
  );
  if (service.change === 'removed') service.removal = combineRemovals(hosts.map(([host]) => host.removal));
  service.state = service.service?.elsewhere
    ? elsewhereState(input, versions, live)
    : combineStates(hosts.map(([host]) => host.state));
  return [service, [...sharedParts(service, type, live), ...hosts.flatMap(([host, roles]) => [host, ...roles])]];
}

function hostParts(
  input: TopologyInput,
  parent: TopologyNode,
  type: ServiceType | null,
  service: Service,
  versions: Versions<Unit>,
): [TopologyNode, TopologyNode[]] {
  const live = liveOf(input, versions);
  const run = input.deployment && unitRun(input.deployment, live.id, hostNameOf(live));
  const hostName = hostNameOf(live) ?? run?.machine?.host ?? run?.effects.at(-1)?.host ?? null;
  const machine = (hostName === null ? null : input.machines[hostName]) ?? run?.machine ?? null;
  const removal = input.removals?.get(live.id) ?? null;
  const condition = conditionOf(live);
  const state =
    removal !== null
      ? REMOVAL_STATES[removal]
      : unitStateOf({
          condition,
          asked: versions.before !== null || input.next?.is === 'deploying',
          complete: isComplete(type, service, live),
          deployment: input.deployment,
          run,
          machine,
        });
  const membership = membershipOf(service, type);
  const joined = (membership && textAt(live.state, membership.path)) ?? ownMembership(type, service, live);
  const host: TopologyNode = {
    ...blankNode('host', hostNodeId(live.id), parent.id),
    title: hostName ?? unitTitle(type, service, live),
    subtitle: parent.subtitle,
    state,
    change: changeOf(versions),
    removal,
    serviceId: parent.serviceId,
    serviceType: parent.serviceType,
    unitId: live.id,
    host: {
      unitName: live.name,
      hostName,
      address: textAt(live.state, 'address'),
      memberOf: joined,
      joining: membership && !isSameMembership(membership.name, joined) ? membership.name : null,
      phase: machine?.phase ?? null,
      phaseAt: machine?.at ?? null,
      doing: run?.running ? stepTitle(run.running.title, input.steps ?? {}) : null,
      sentence: run?.sentence ?? null,
      uri: textAt(service, 'uri'),
      condition,
    },
  };
  return [host, type ? roleParts(host, type, service, live, isActive(input.deployment)) : []];
}

/** A machine that carries the roles of a service may be part of what that offers: a controller is in its domain. */
function ownMembership(type: ServiceType | null, service: Service, unit: Unit): string | null {
  if (!type || !isComplete(type, service, unit)) return null;
  return offeredBy(service, type).find(({ offer }) => offer.includesMachines)?.name ?? null;
}

function roleParts(
  host: TopologyNode,
  type: ServiceType,
  service: Service,
  unit: Unit,
  deploying: boolean,
): TopologyNode[] {
  let roleId: string | null = null;
  let pending = false;
  return rolesFor(type, unit).map((role) => {
    const installed = isInstalled(role, service, unit);
    const first = !installed && !pending;
    pending ||= !installed;
    const id = `${role.kind}:${role.id}@${unit.id}`;
    const node: TopologyNode = {
      ...blankNode(role.kind, id, role.kind === 'application' ? (roleId ?? host.id) : host.id),
      title: role.title,
      state:
        host.removal !== null || isResting(host.state)
          ? host.state
          : installed
            ? installedState(host)
            : roleState(host, first, deploying),
      change: host.change,
      removal: host.removal,
      serviceId: host.serviceId,
      serviceType: host.serviceType,
      unitId: unit.id,
    };
    if (role.kind === 'role') roleId = id;
    return node;
  });
}

/** Nobody knows which of the things on a machine still work that is switched off or does not do what it is for. */
function installedState({ state, host }: TopologyNode): UnitState {
  if (state !== 'failed' && state !== 'attention') return 'ready';
  return host?.phase === 'stopped' || (host?.condition && isBroken(host.condition)) ? 'attention' : 'ready';
}

/**
 * What is missing shares the fate of its host; only the first missing one is what the host works on, and
 * only while a step is under way: a machine that merely starts installs nothing yet.
 */
function roleState(host: TopologyNode, first: boolean, deploying: boolean): UnitState {
  switch (host.state) {
    case 'ready':
      return 'attention';
    case 'running':
      return first && host.host?.doing ? 'running' : 'waiting';
    case 'failed':
      if (first) return 'failed';
      return deploying ? 'waiting' : 'attention';
    default:
      return host.state;
  }
}

/**
 * A part as it shall be, with the state it really has: while deploying, the asked document carries what was
 * reached so far; a draft's own copy of the state may be older than the deployed one.
 */
function liveOf<T extends Service | Unit>(input: TopologyInput, { newest, oldest }: Versions<T>): T {
  return input.next?.is === 'deploying' ? newest : { ...newest, state: oldest.state };
}
