import type { LogLine } from '@/components/deployments/log/log-lines';
import type { VetroEvent } from '@/lib/model/event';
import { isObject, type Json, type JsonObject } from '@/lib/model/json';
import type { EffectProgress, RunProgress } from '@/lib/model/progress/projection';
import { effectsOf } from '@/lib/model/progress/unit-run';

/** What a machine answered: secret: it was given secrets, so its answer is not kept; long: it is too long for the log. */
export type StepAnswer = { kind: 'told'; outputs: readonly Json[] } | { kind: 'secret' | 'long' };

/** What a step of software was, and what came of it: null for what is not known yet. */
export interface SoftwareFacts {
  action: string;
  tool: string;
  exitCode: number | null;
  outputs: JsonObject;
  stdout: string;
  stderr: string;
}

/** One step with all that is known of it. */
export interface StepFacts {
  effect: EffectProgress;
  /** every time it was tried, the first one first, this one too */
  attempts: readonly EffectProgress[];
  /** what its machine was asked for, secrets masked; null where the log does not tell */
  commands: readonly { name: string; arguments: JsonObject }[] | null;
  answer: StepAnswer | null;
  /** null for every other step */
  software: SoftwareFacts | null;
  /** what was said of it, and of its machine meanwhile */
  lines: readonly LogLine[];
}

/** All that is known of a step; null for one that has not begun. */
export function stepFacts(
  run: RunProgress,
  effectId: string,
  events: readonly VetroEvent[],
  lines: readonly LogLine[],
): StepFacts | null {
  const effect = run.effects[effectId];
  if (effect?.startedAt == null) return null;
  const { kind, title, unitId } = effect;
  const attempts = effectsOf(run).filter((one) => one.kind === kind && one.title === title && one.unitId === unitId);
  const dataOf = (wanted: VetroEvent['kind']) =>
    events.find((event) => event.kind === wanted && event.data.effectId === effectId)?.data;
  const from = Date.parse(effect.startedAt);
  const to = effect.endedAt === null ? Number.POSITIVE_INFINITY : Date.parse(effect.endedAt);
  const during = ({ at }: LogLine) => Date.parse(at) >= from && Date.parse(at) <= to;
  return {
    effect,
    attempts,
    commands: commandsOf(dataOf('effect.started')),
    answer: answerOf(dataOf('effect.finished')),
    software: softwareOf(dataOf('effect.finished') ?? dataOf('effect.started')),
    lines: lines.filter(
      (line) =>
        line.effectId === effectId ||
        (unitId !== null && line.entityId === unitId && line.effectId === null && during(line)),
    ),
  };
}

function commandsOf(data: JsonObject | undefined): StepFacts['commands'] {
  if (!Array.isArray(data?.commands)) return null;
  return data.commands.filter(isObject).map(({ name, arguments: given }) => ({
    name: typeof name === 'string' ? name : '',
    arguments: isObject(given) ? given : {},
  }));
}

function softwareOf(data: JsonObject | undefined): SoftwareFacts | null {
  const { software } = data ?? {};
  if (!isObject(software)) return null;
  const { action, tool, exitCode, outputs, stdout, stderr } = software;
  return {
    ...{ action: String(action), tool: String(tool), exitCode: typeof exitCode === 'number' ? exitCode : null },
    outputs: isObject(outputs) ? outputs : {},
    ...{ stdout: typeof stdout === 'string' ? stdout : '', stderr: typeof stderr === 'string' ? stderr : '' },
  };
}

function answerOf(data: JsonObject | undefined): StepAnswer | null {
  const { answer, outputs } = data ?? {};
  if (answer === 'secret' || answer === 'long') return { kind: answer };
  return answer === 'told' && Array.isArray(outputs) ? { kind: 'told', outputs } : null;
}
