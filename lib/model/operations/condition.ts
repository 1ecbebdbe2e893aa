import type { Unit } from '../environment';
import { hostNameOf, valueAt } from '../installed';
import { isObject, type JsonObject } from '../json';
import type { RestingState } from '../unit-state';

/** The key of a unit's `state` under which its condition is kept. */
export const CONDITION_KEY = 'lifecycle';

/**
 * - `started`: as a deployment leaves it
 * - `stopping`, `starting`: it was asked to, and it is not known to be done
 * - `stopped`: somebody wanted it so
 * - `suspending`, `resuming`: it was asked to, and it is not known to be done
 * - `suspended`: the whole machine rests, because somebody wanted it so
 */
export const CONDITION_STATES = [
  'started',
  'stopping',
  'stopped',
  'starting',
  'suspending',
  'suspended',
  'resuming',
] as const;
export type ConditionState = (typeof CONDITION_STATES)[number];

/** What is known of what a machine is for: whether it runs, and what was last found out about it. */
export interface Condition {
  state: ConditionState;
  /** null: nobody has looked since it was set up */
  status: ConditionStatus | null;
  /** what was last found changed by hand; absent or null: nobody has looked since it was set up */
  drift?: ConditionDrift | null;
  /** of a machine that is suspended, or on its way there or back */
  suspension?: Suspension;
}

/** How a machine was suspended: it is woken up in the same way, and is then as it was before. */
export interface Suspension {
  /** alone, or with all machines of its environment and their stacks */
  with: 'machine' | 'stack';
  /** whether what it is for was stopped before */
  wasStopped: boolean;
}

export interface ConditionDrift {
  /** what differs from what its service says, in the machine's words; empty where nothing does */
  differences: string[];
  /** when it was found out, an ISO instant; null where that was not told */
  at: string | null;
}

export interface ConditionStatus {
  ok: boolean;
  /** what is wrong, in the machine's words; empty where all is well */
  message: string;
  /** when it was found out, an ISO instant; null where that was not told */
  at: string | null;
  /** `cloud`: by the probe of machines from outside that comes again and again; left out: by what was done on the machine */
  by?: 'cloud';
}

const AS_DEPLOYED: Condition = { state: 'started', status: null };

/** The condition of a unit; null before it is deployed. */
export function conditionOf(unit: Pick<Unit, 'state'>): Condition | null {
  if (hostNameOf(unit) === null) return null;
  const kept = valueAt(unit.state, CONDITION_KEY);
  if (!isObject(kept)) return AS_DEPLOYED;
  const state = CONDITION_STATES.find((one) => one === kept.state) ?? 'started';
  const { status } = kept;
  const known = {
    ...(isObject(kept.drift) ? { drift: driftOf(kept.drift) } : {}),
    ...(isObject(kept.suspension) ? { suspension: suspensionOf(kept.suspension) } : {}),
  };
  if (!isObject(status)) return { state, status: null, ...known };
  const at = typeof status.at === 'string' ? status.at : null;
  const by = status.by === 'cloud' ? ({ by: 'cloud' } as const) : {};
  return { state, status: { ok: status.ok === true, message: String(status.message ?? ''), at, ...by }, ...known };
}

function driftOf({ differences, at }: JsonObject): ConditionDrift {
  const texts = Array.isArray(differences) ? differences.filter((one): one is string => typeof one === 'string') : [];
  return { differences: texts, at: typeof at === 'string' ? at : null };
}

function suspensionOf({ with: how, wasStopped }: JsonObject): Suspension {
  return { with: how === 'stack' ? 'stack' : 'machine', wasStopped: wasStopped === true };
}

/** Units that a restart has stopped and not started: one that goes on from it only starts them. */
export function stoppedByRestart(units: readonly Unit[]): Set<string> {
  return new Set(units.filter((unit) => conditionOf(unit)?.state === 'starting').map(({ id }) => id));
}

/** Whether a machine is known not to be as its service says. */
export function hasDrifted({ drift }: Condition): boolean {
  return (drift?.differences.length ?? 0) > 0;
}

/** What differs of a machine that does its work; empty where nothing is known to. */
export function differencesOf({ state, drift }: Condition): readonly string[] {
  return state === 'started' ? (drift?.differences ?? []) : [];
}

/** When it was last checked whether a machine works, or what was changed on it; null where it never was. */
export function lastCheckedAt({ status, drift }: Condition): string | null {
  return [status?.at, drift?.at].reduce<string | null>((last, at) => (at && (!last || at > last) ? at : last), null);
}

/** The `state` of a unit with another condition. */
export function withCondition(state: Unit['state'], condition: Condition): JsonObject {
  return { ...state, [CONDITION_KEY]: condition as unknown as JsonObject };
}

/** The conditions in which a machine rests because somebody wanted it so, and how that is shown. */
const RESTING: Partial<Record<ConditionState, RestingState>> = {
  stopped: 'stopped',
  suspended: 'suspended',
};

/** States of a machine that is suspended, or half-way there or back. */
const SUSPENSION: readonly ConditionState[] = ['suspending', 'suspended', 'resuming'];

/** Whether a machine is suspended, or half-way there or back: all that can be done with it is to suspend or wake it. */
export function isInSuspension({ state }: Pick<Condition, 'state'>): boolean {
  return SUSPENSION.includes(state);
}

/** How a machine that rests because somebody wanted it so is shown; null for one that does not rest. */
export function restingStateOf({ state }: Pick<Condition, 'state'>): RestingState | null {
  return RESTING[state] ?? null;
}

const HALF_WAY: readonly ConditionState[] = ['starting', 'stopping', 'suspending', 'resuming'];

/** Whether a machine does not do what it is for, without anybody having wanted that. */
export function isBroken({ state, status }: Condition): boolean {
  return RESTING[state] === undefined && (status?.ok === false || HALF_WAY.includes(state));
}
