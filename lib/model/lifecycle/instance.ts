import type { Json, JsonObject } from '@/lib/model/json';
import type { RelationshipType } from './template';

export const INSTANCE_STATES = [
  'uninitialized',
  'initializing',
  'creating',
  'created',
  'configuring',
  'configured',
  'starting',
  'started',
  'stopping',
  'stopped',
  'deleting',
  'deleted',
] as const;
export type InstanceState = (typeof INSTANCE_STATES)[number];

/** What is known of whether an instance works. */
export interface InstanceStatus {
  ok: boolean;
  /** `check`: check_status was run; `started`, `healed`: it follows from an installation or a repair */
  source: 'check' | 'started' | 'healed';
  message?: string;
}

/** What a check of drift found. */
export interface Drift {
  /** whether the check could be made */
  ok: boolean;
  /** what has drifted; null for nothing */
  result: Json;
}

/** The relationships of one instance that stem from one relationship of its node. */
export interface RelationshipInstances {
  type: RelationshipType;
  /** id of the target node */
  node: string;
  /** ids of target instances; instances that share all their targets share this very list */
  targets: readonly string[];
}

/** An instance of a scaling group that an instance belongs to. */
export interface GroupMembership {
  group: string;
  instance: string;
}

/** One instance of a node. */
export interface NodeInstance {
  id: string;
  node: string;
  /** 1 for the first of its node; never given twice */
  index: number;
  /** id of the instance it is contained in */
  container: string | null;
  /** id of the host it is on; its own for a host */
  host: string | null;
  /** innermost first */
  groups: readonly GroupMembership[];
  state: InstanceState;
  /** in the order of the template */
  relationships: readonly RelationshipInstances[];
  /** set by operations, kept over stop and heal */
  runtimeProperties: JsonObject;
  status: InstanceStatus | null;
  previousStatus: InstanceStatus | null;
  drift: Drift | null;
  /** drift of relationships that it is the source of, by id of the target */
  sourceDrift: Readonly<Record<string, Drift>>;
  /** drift of relationships that it is the target of, by id of the source */
  targetDrift: Readonly<Record<string, Drift>>;
}

/** One instance of a scaling group. */
export interface GroupInstance {
  id: string;
  group: string;
  index: number;
  /** id of the node instance or group instance that it is in */
  parent: string | null;
}

/** States in which an installation that stopped has left an instance half done. */
const HALF_INSTALLED: readonly InstanceState[] = ['creating', 'configuring', 'starting'];

/** Whether an installation has stopped in the middle of an instance. */
export function isHalfInstalled({ state }: Pick<NodeInstance, 'state'>): boolean {
  return HALF_INSTALLED.includes(state);
}

/** Whether an instance has drift, its own or that of a relationship. */
export function hasDrift(instance: NodeInstance): boolean {
  return driftsOf(instance).some(({ result }) => isDrift(result));
}

/** Whether a check of the drift of an instance failed. */
export function hasFailedDriftCheck(instance: NodeInstance): boolean {
  return driftsOf(instance).some(({ ok }) => !ok);
}

/** Whether the result of a check reports drift. */
export function isDrift(result: Json): boolean {
  return result !== null && result !== false && result !== '' && result !== 0;
}

function driftsOf({ drift, sourceDrift, targetDrift }: NodeInstance): Drift[] {
  return [...(drift ? [drift] : []), ...Object.values(sourceDrift), ...Object.values(targetDrift)];
}

/** An instance that nothing is known of yet: not placed, not connected, uninitialized. */
export function newInstance(node: string, id: string, index: number): NodeInstance {
  return {
    id,
    node,
    index,
    container: null,
    host: null,
    groups: [],
    state: 'uninitialized',
    relationships: [],
    runtimeProperties: {},
    status: null,
    previousStatus: null,
    drift: null,
    sourceDrift: {},
    targetDrift: {},
  };
}
