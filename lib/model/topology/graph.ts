import type { EnvironmentModel } from '../environment';
import type { Guide } from '../guide';
import type { Condition } from '../operations/condition';
import type { MachinePhase, RunProgress, Sentence } from '../progress/projection';
import type { Removal } from '../progress/removal';
import type { ServiceType } from '../service-type';
import type { UnitState } from '../unit-state';

/**
 * The one graph of an environment: environment → services → hosts → roles → applications, what a service
 * shares among its hosts (a load balancer), and the relations between hosts, which packages declare. Computed from the
 * object model and the event log, never stored.
 */
export interface Topology {
  nodes: TopologyNode[];
  edges: TopologyEdge[];
}

export const NODE_KINDS = ['environment', 'service', 'shared', 'host', 'role', 'application'] as const;
export type NodeKind = (typeof NODE_KINDS)[number];

/** How a part differs between what is deployed and what is drafted or being deployed. */
export type PartChange = 'added' | 'removed' | 'changed';

export interface TopologyNode {
  id: string;
  kind: NodeKind;
  /** the node this one is contained in; null for the environment */
  parentId: string | null;
  title: string;
  /** the plain name of its kind: "Active Directory", "Domain controller" */
  subtitle: string;
  state: UnitState;
  change: PartChange | null;
  /** of what a deployment removes: what becomes of it; null for what stays, comes, or goes in a draft alone */
  removal: Removal | null;
  serviceId: string | null;
  /** `type` of the service, for its icon */
  serviceType: string | null;
  unitId: string | null;
  /** facts of a host; null for other kinds */
  host: HostFacts | null;
  /** facts of a service; null for other kinds */
  service: ServiceFacts | null;
  /** the address of something shared, once it has one; null for other kinds */
  address: string | null;
}

export interface ServiceFacts {
  /** its type has no machines of its own: what it describes is there already */
  elsewhere: boolean;
  /** it is there for a page that visitors open, set or not yet */
  page: boolean;
  /** its type tells addresses by which others reach it, set or not yet: a page, a listener, a name server */
  reachable: boolean;
  /** those that are set, as its package labels them */
  addresses: { label: string; value: string }[];
}

export interface HostFacts {
  unitName: string;
  /** its name on the network, once it has one */
  hostName: string | null;
  address: string | null;
  /** the name of what it is part of: a domain */
  memberOf: string | null;
  /** the name of what it should be part of, when it is not yet */
  joining: string | null;
  phase: MachinePhase['phase'] | null;
  /** since when, as an ISO instant: the newest that is known of the machine itself */
  phaseAt: string | null;
  /** the step under way on it */
  doing: string | null;
  /** the newest thing said about it in the newest deployment */
  sentence: Sentence | null;
  /** address of the web page its service serves */
  uri: string | null;
  /** what is known of what it is for; null before it is deployed */
  condition: Condition | null;
}

export const EDGE_KINDS = ['contained_in', 'connected_to', 'depends_on'] as const;
export type EdgeKind = (typeof EDGE_KINDS)[number];

export interface TopologyEdge {
  id: string;
  kind: EdgeKind;
  /** the part that is contained, connected or dependent */
  source: string;
  /** a host; or a service that has none */
  target: string;
  /** what it is about; null where one part is only contained in another or comes after it */
  relation: RelationOfParts | null;
  /** planned: not true yet; running: becoming true; established: true now */
  state: 'planned' | 'running' | 'established';
}

/** What connects two parts, as packages say it. */
export interface RelationOfParts {
  /** what the one needs of the other: `domain`, `sqlServer`, a class */
  capability: string;
  /** the name by which it is found: acme.local, db */
  name: string;
  /** whether the one becomes a part of the other: a machine joins a domain */
  joins: boolean;
  /** what the one does with the other, in the words of its package; null where it has none */
  words: string | null;
}

export interface TopologyInput {
  /** the environment as it is deployed */
  deployed: EnvironmentModel;
  /** what it shall become: a session's draft, or what the running deployment makes true */
  next: { model: EnvironmentModel; is: 'draft' | 'deploying' } | null;
  types: readonly ServiceType[];
  /** the newest deployment; null when there was none */
  deployment: RunProgress | null;
  /** newest phase of each machine, by host name */
  machines: Readonly<Record<string, MachinePhase>>;
  /** what becomes of the units that the deployment was asked to remove, by id */
  removals?: ReadonlyMap<string, Removal>;
  /** what packages say of their steps */
  steps?: Guide['steps'];
}

/** The id of the node that draws a unit. */
export function hostNodeId(unitId: string): string {
  return `host:${unitId}`;
}

/** The id of the node that draws a service. */
export function serviceNodeId(serviceId: string): string {
  return `service:${serviceId}`;
}

/** A node of which nothing is known yet but its kind and its place. */
export function blankNode(kind: NodeKind, id: string, parentId: string | null): TopologyNode {
  return {
    id,
    kind,
    parentId,
    title: '',
    subtitle: '',
    state: 'draft',
    change: null,
    removal: null,
    serviceId: null,
    serviceType: null,
    unitId: null,
    host: null,
    service: null,
    address: null,
  };
}
