import type { Entity } from '../event';
import type { JsonObject } from '../json';
import type { Level } from '../levels';
import type { MachinePhaseName } from '../machine-phases';
import type { RunOutcome } from '../states';
import type { StepTime } from '../step-estimate';
import type { EffectKind } from './effect-kinds';
import type { SeqRanges } from './seq-ranges';
import type { StackChange } from './stack-change';

/**
 * What the event log says, folded into one picture: plain JSON, so that a server can fold a first part and
 * a browser go on with the rest. Every entry remembers the number of the event it came from; a later
 * number wins, so the order of arrival does not matter.
 */
export interface Progress {
  /** the largest event number folded in: where a stream resumes */
  lastSeq: number;
  /** every event number folded in: an event counts once however often it arrives */
  seen: SeqRanges;
  deployments: Record<string, RunProgress>;
  /** the newest phase of each machine, by host name */
  machines: Record<string, MachinePhase>;
}

export interface RunProgress {
  id: string;
  kind: 'deploy' | 'delete' | null;
  userName: string | null;
  /** ISO instants */
  queuedAt: string | null;
  startedAt: string | null;
  finishedAt: string | null;
  outcome: RunOutcome | null;
  problem: ProgressProblem | null;
  /** what it is expected to do; null while that is not told, or when nobody could tell */
  plan: RunPlan | null;
  /** numbers of the events that told queuing, start, plan and end; 0 while untold */
  marks: { queued: number; started: number; planned: number; finished: number };
  /** instant and number of the newest event of this deployment */
  lastAt: string | null;
  lastSeq: number;
  effects: Record<string, EffectProgress>;
  /** by `effectId/index` */
  commands: Record<string, CommandProgress>;
  /** the cloud's resources by name */
  resources: Record<string, ResourceProgress>;
  /** when the cloud began to remove a resource, by its name */
  removals: Record<string, ResourceProgress>;
  /** every change of a machine, by event number */
  phases: Record<string, MachinePhase>;
  /** the current sentence of each entity, by `entity:id` */
  sentences: Record<string, Sentence>;
  /** warnings and errors, by event number */
  issues: Record<string, Sentence>;
}

export type EffectOutcome = 'ok' | 'failed' | 'cancelled';

/** Why something ended badly, as stored in an event. */
export interface ProgressProblem {
  code: string;
  sentence: string;
  /** for administrators: the cloud's or the machine's own words */
  details: JsonObject;
}

/** One step that a deployment is expected to take. Times in milliseconds at the usual speed of machines. */
export interface PlannedStep {
  effect: EffectKind;
  /** of a plan its template, for example `CreatePrimaryDC`; empty for the stack */
  title: string;
  /** from 0; rounds follow each other, the steps of one run side by side */
  round: number;
  unitId: string | null;
  host: string | null;
  /** how long it takes, from when its machine begins with it */
  estimate: StepTime;
}

/** What becomes of one machine, by the name of the cloud's resource. */
export interface PlannedMachine {
  /** in which round the cloud does it */
  round: number;
  resource: string;
  host: string;
  unitId: string | null;
  change: 'create' | 'replace' | 'remove';
}

/** What a deployment is expected to do: its dry run, taken when it began. It holds names and times alone. */
export interface RunPlan {
  steps: PlannedStep[];
  machines: PlannedMachine[];
  /** how long a machine starts once the cloud has made it; null where the first step of each includes it */
  boot: StepTime | null;
  /** false when the dry run came to no end: there may be more to do than these steps */
  complete: boolean;
}

/** One effect; its start and its end arrive as two events, in either order. */
export interface EffectProgress {
  id: string;
  /** number of the starting event; 0 while only the end is known */
  seq: number;
  /** number of the ending event; 0 while it runs */
  endSeq: number;
  kind: EffectKind;
  title: string;
  unitId: string | null;
  serviceId: string | null;
  host: string | null;
  template: string | null;
  /** what a change of the stack does; null for plans, and where nobody told */
  stackChange: StackChange | null;
  /** times the usual speed at which simulated machines work on it */
  speed: number;
  startedAt: string | null;
  endedAt: string | null;
  outcome: EffectOutcome | null;
  durationMs: number | null;
  problem: ProgressProblem | null;
  /** it failed, and its program has dealt with that */
  isHandled?: true;
}

export interface CommandProgress {
  seq: number;
  effectId: string;
  host: string;
  command: string;
  /** from 0 */
  index: number;
  count: number;
  ok: boolean;
  /** false: a simulated machine has passed it over */
  executed: boolean;
  at: string;
}

export interface ResourceProgress {
  seq: number;
  name: string;
  type: string;
  action: string;
  status: string;
  reason: string;
  at: string;
}

export interface MachinePhase {
  seq: number;
  host: string;
  unitId: string | null;
  phase: MachinePhaseName;
  at: string;
}

export interface Sentence {
  seq: number;
  at: string;
  level: Level;
  entity: Entity;
  entityId: string;
  text: string;
}

/**
 * Grows whenever the same events are folded into something else, or into something of another shape: pictures that are
 * stored are folded anew then.
 */
export const PICTURE_FORMAT = 3;

/** The picture before any event. */
export const EMPTY_PROGRESS: Progress = { lastSeq: 0, seen: [], deployments: {}, machines: {} };

/** The picture of one deployment before any of its events. */
export function emptyRun(id: string): RunProgress {
  return {
    id,
    kind: null,
    userName: null,
    queuedAt: null,
    startedAt: null,
    finishedAt: null,
    outcome: null,
    problem: null,
    plan: null,
    marks: { queued: 0, started: 0, planned: 0, finished: 0 },
    lastAt: null,
    lastSeq: 0,
    effects: {},
    commands: {},
    resources: {},
    removals: {},
    phases: {},
    sentences: {},
    issues: {},
  };
}
