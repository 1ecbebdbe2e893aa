import type { Problem } from '@/lib/errors';
import type { NewEvent } from '@/lib/model/event';
import type { JsonObject } from '@/lib/model/json';
import { problemData } from '../problems/problems';
import { atSpeed, type EffectsContext } from './effects-context';
import type { ReachedServices } from './reached-services';

/** An effect as it begins. */
export interface EffectStart {
  /** of its step: a replay has the same, so that its events are stored once */
  id: string;
  entity: Pick<NewEvent, 'entity' | 'entityId'>;
  /** when it began */
  at: Date;
  /** what it does, for people */
  text: string;
  /** what both events say of it: `effect`, `title` and where it happens */
  named: JsonObject;
  /** what the first one says besides */
  data?: JsonObject;
}

/** An effect that is over. */
export interface EffectEnd {
  /** what went wrong; null when nothing did */
  problem: Problem | null;
  /** for people, when all went well */
  done: string;
  /** what the event says besides */
  data?: JsonObject;
}

/** Tells that a program has dealt with an effect that failed. */
export function handledEvent({
  effectId,
  problem,
  entity,
}: Pick<EffectStart, 'entity'> & { effectId: string; problem: Problem }): NewEvent & { key: string } {
  return {
    kind: 'effect.handled',
    ...entity,
    text: `The package deals with this failure, and the run goes on: ${problem.sentence}`,
    data: { effectId, reason: problem.sentence },
    key: `${effectId}:handled`,
  };
}

/**
 * Emits `effect.started`.
 *
 * @param reached what of the model nobody was told yet
 * @returns emits `effect.finished`, with how long it took in milliseconds; answers when it was over
 */
export function startEffect(
  { record, cloud, clock, outbox }: Pick<EffectsContext, 'record' | 'cloud' | 'clock' | 'outbox'>,
  reached: ReachedServices,
  { id, entity, at, text, named, data }: EffectStart,
): (end: EffectEnd) => Date {
  const facts = { effectId: id, ...named, ...atSpeed(cloud, record.tenantId) };
  outbox.emit({
    kind: 'effect.started',
    ...entity,
    text,
    data: { ...facts, ...reached(), ...data },
    key: `${id}:started`,
  });
  return (end) => {
    const { problem } = end;
    const now = clock.now();
    const isCancelled = problem?.kind === 'cancelled';
    outbox.emit({
      kind: 'effect.finished',
      ...entity,
      level: problem === null || isCancelled ? 'info' : 'error',
      text: problem === null ? end.done : problem.sentence,
      data: {
        ...facts,
        outcome: problem === null ? 'ok' : isCancelled ? 'cancelled' : 'failed',
        durationMs: Math.max(0, now.getTime() - at.getTime()),
        ...(problem === null ? {} : { problem: problemData(problem) }),
        ...end.data,
      },
      key: `${id}:finished`,
    });
    return now;
  };
}
