import type { VetroEvent } from '../event';
import { UNKNOWN_EFFECT } from './effect-kinds';
import { effectKindOf, effectOutcomeOf, numberOf, phaseOf, problemOf, runOutcomeOf, textOf } from './event-data';
import {
  type EffectProgress,
  emptyRun,
  type MachinePhase,
  type Progress,
  type RunProgress,
  type Sentence,
} from './projection';
import { planOf } from './run-plan';
import { addSeq, hasSeq, lastSeqOf } from './seq-ranges';
import { readStackChange } from './stack-change';

/**
 * The one reducer: events in, picture out. Takes events of one environment in any order and any number of
 * times; each counts once, and of two that tell the same fact the later number wins. So a snapshot folded
 * by the server and a stream folded by the browser end in the same picture as all events at once. The
 * given picture is left as it is; when nothing is new, it is returned itself.
 */
export function foldEvents(progress: Progress, events: readonly VetroEvent[]): Progress {
  let seen = progress.seen;
  const fresh: VetroEvent[] = [];
  for (const event of events) {
    if (hasSeq(seen, event.seq)) continue;
    seen = addSeq(seen, event.seq);
    fresh.push(event);
  }
  if (fresh.length === 0) return progress;

  const deployments = { ...progress.deployments };
  const machines = { ...progress.machines };
  const opened = new Set<string>();
  for (const event of fresh) {
    if (event.kind === 'machine.changed') keepNewest(machines, machinePhase(event));
    if (event.runId === null) continue;
    let deployment = deployments[event.runId] ?? emptyRun(event.runId);
    if (!opened.has(deployment.id)) {
      deployment = reopened(deployment);
      opened.add(deployment.id);
      deployments[deployment.id] = deployment;
    }
    apply(deployment, event);
  }
  return { lastSeq: lastSeqOf(seen), seen, deployments, machines };
}

/** A copy that this batch may write to; entries inside are replaced, never written to. */
function reopened(deployment: RunProgress): RunProgress {
  return {
    ...deployment,
    marks: { ...deployment.marks },
    effects: { ...deployment.effects },
    commands: { ...deployment.commands },
    resources: { ...deployment.resources },
    removals: { ...deployment.removals },
    phases: { ...deployment.phases },
    sentences: { ...deployment.sentences },
    issues: { ...deployment.issues },
  };
}

function apply(deployment: RunProgress, event: VetroEvent): void {
  if (event.seq > deployment.lastSeq) {
    deployment.lastSeq = event.seq;
    deployment.lastAt = event.at;
  }
  applySentence(deployment, event);
  const { data } = event;
  switch (event.kind) {
    case 'run.queued':
      if (!advance(deployment, 'queued', event.seq)) return;
      deployment.queuedAt = event.at;
      deployment.kind = textOf(data, 'kind') === 'delete' ? 'delete' : 'deploy';
      deployment.userName = textOf(data, 'userName');
      return;
    case 'run.started':
      if (advance(deployment, 'started', event.seq)) deployment.startedAt = event.at;
      return;
    case 'run.planned':
      if (advance(deployment, 'planned', event.seq)) deployment.plan = planOf(data);
      return;
    case 'run.finished':
      if (!advance(deployment, 'finished', event.seq)) return;
      deployment.finishedAt = event.at;
      deployment.outcome = runOutcomeOf(data) ?? 'failed';
      deployment.problem = problemOf(data);
      return;
    case 'effect.started':
    case 'effect.finished':
      applyEffect(deployment, event);
      return;
    case 'effect.handled':
      applyHandled(deployment, event);
      return;
    case 'command.finished':
      applyCommand(deployment, event);
      return;
    case 'resource.changed':
      applyResource(deployment, event);
      return;
    case 'machine.changed': {
      const phase = machinePhase(event);
      if (phase) deployment.phases[event.seq] = phase;
      return;
    }
    default:
      return;
  }
}

function applySentence(deployment: RunProgress, event: VetroEvent): void {
  if (event.text === '') return;
  const sentence: Sentence = {
    seq: event.seq,
    at: event.at,
    level: event.level,
    entity: event.entity,
    entityId: event.entityId,
    text: event.text,
  };
  if (event.level === 'warning' || event.level === 'error') deployment.issues[event.seq] = sentence;
  if (event.level === 'debug') return;
  keepNewestAt(deployment.sentences, `${event.entity}:${event.entityId}`, sentence);
}

/** Notes that an event told a mark of the deployment; false when a later one already did. */
function advance(deployment: RunProgress, mark: keyof RunProgress['marks'], seq: number): boolean {
  if (deployment.marks[mark] > seq) return false;
  deployment.marks[mark] = seq;
  return true;
}

function applyEffect(deployment: RunProgress, event: VetroEvent): void {
  const id = textOf(event.data, 'effectId');
  if (id === null) return;
  const known = deployment.effects[id] ?? unknownEffect(id);
  if (event.kind === 'effect.started') {
    if (known.seq > event.seq) return;
    deployment.effects[id] = {
      ...known,
      seq: event.seq,
      kind: effectKindOf(event.data),
      title: textOf(event.data, 'title') ?? event.text,
      unitId: textOf(event.data, 'unitId'),
      serviceId: textOf(event.data, 'serviceId'),
      host: textOf(event.data, 'host'),
      template: textOf(event.data, 'template'),
      stackChange: readStackChange(event.data),
      speed: numberOf(event.data, 'speed') ?? 1,
      startedAt: event.at,
    };
    return;
  }
  if (known.endSeq > event.seq) return;
  deployment.effects[id] = {
    ...known,
    endSeq: event.seq,
    endedAt: event.at,
    outcome: effectOutcomeOf(event.data) ?? 'failed',
    durationMs: numberOf(event.data, 'durationMs'),
    problem: problemOf(event.data),
  };
}

function applyHandled(deployment: RunProgress, event: VetroEvent): void {
  const id = textOf(event.data, 'effectId');
  if (id !== null) deployment.effects[id] = { ...(deployment.effects[id] ?? unknownEffect(id)), isHandled: true };
}

function unknownEffect(id: string): EffectProgress {
  return {
    id,
    seq: 0,
    endSeq: 0,
    kind: UNKNOWN_EFFECT,
    title: '',
    unitId: null,
    serviceId: null,
    host: null,
    template: null,
    stackChange: null,
    speed: 1,
    startedAt: null,
    endedAt: null,
    outcome: null,
    durationMs: null,
    problem: null,
  };
}

function applyCommand(deployment: RunProgress, event: VetroEvent): void {
  const effectId = textOf(event.data, 'effectId') ?? '';
  const index = numberOf(event.data, 'index') ?? 0;
  keepNewestAt(deployment.commands, `${effectId}/${index}`, {
    seq: event.seq,
    effectId,
    host: textOf(event.data, 'host') ?? '',
    command: textOf(event.data, 'command') ?? '',
    index,
    count: numberOf(event.data, 'count') ?? 1,
    ok: event.data.ok !== false,
    executed: event.data.executed !== false,
    at: event.at,
  });
}

function applyResource(deployment: RunProgress, event: VetroEvent): void {
  const name = textOf(event.data, 'resource');
  if (name === null) return;
  const resource = {
    seq: event.seq,
    name,
    type: textOf(event.data, 'type') ?? '',
    action: textOf(event.data, 'action') ?? '',
    status: textOf(event.data, 'status') ?? '',
    reason: textOf(event.data, 'reason') ?? '',
    at: event.at,
  };
  keepNewestAt(deployment.resources, name, resource);
  if (resource.action === 'DELETE' && resource.status === 'IN_PROGRESS')
    keepNewestAt(deployment.removals, name, resource);
}

function machinePhase(event: VetroEvent): MachinePhase | null {
  const host = textOf(event.data, 'host');
  const phase = phaseOf(event.data);
  if (host === null || phase === null) return null;
  const unitId = textOf(event.data, 'unitId') ?? (event.entity === 'unit' ? event.entityId : null);
  return { seq: event.seq, host, unitId, phase, at: event.at };
}

function keepNewest(machines: Record<string, MachinePhase>, phase: MachinePhase | null): void {
  if (phase) keepNewestAt(machines, phase.host, phase);
}

function keepNewestAt<T extends { seq: number }>(entries: Record<string, T>, key: string, entry: T): void {
  const known = entries[key];
  if (!known || known.seq < entry.seq) entries[key] = entry;
}
