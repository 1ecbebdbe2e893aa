import type { ConductorPorts } from '@/lib/conductor/conductor';
import type { LanguageLimits } from '@/lib/conductor/language/language';
import type { LanguageHost } from '@/lib/conductor/language/language-host';
import { previewDeployment } from '@/lib/conductor/preview/preview-deployment';
import type { Stacks } from '@/lib/conductor/stacks/stacks';
import { isVetroError, toProblem } from '@/lib/errors';
import type { NewEvent } from '@/lib/model/event';
import type { JsonObject } from '@/lib/model/json';
import { planData } from '@/lib/model/progress/run-plan';
import type { RunRecord } from '@/lib/ports/conductor';
import { problemData } from '../problems/problems';

interface Parts extends ConductorPorts {
  stacks: Stacks;
  languages: LanguageHost;
  limits: LanguageLimits;
}

/**
 * A run is told by its plan to its end, so the plan of a large one is worth the wait on a busy server. In milliseconds;
 * what computes without end is stopped by the limit of processor time long before.
 */
const LONGEST_MS = 60_000;

/**
 * Plays a deployment through before its first effect. The event says what it will do, so that whoever watches knows
 * from the first moment how many steps there are. A deployment that cannot be played through begins all the same: then
 * the event says why nobody knows.
 *
 * @param signal of a cancel: ends the play
 * @returns an event with the same key however often it is made
 */
export async function plannedEvent(
  parts: Parts,
  record: RunRecord,
  signal: AbortSignal,
): Promise<NewEvent & { key: string }> {
  const { log } = parts;
  const { id, environmentId } = record;
  const data = await predicted(parts, record, signal).catch((error): JsonObject => {
    if (!isVetroError(error)) log.error({ runId: id, err: error }, 'a deployment could not be played through');
    return { problem: problemData(toProblem(error)) };
  });
  const about = { entity: 'environment', entityId: environmentId } as const;
  return { kind: 'run.planned', ...about, text: '', data, key: `run.planned:${id}` };
}

async function predicted(parts: Parts, record: RunRecord, signal: AbortSignal): Promise<JsonObject> {
  const { id, seed = id, ...job } = record;
  const { plan, problems } = await previewDeployment(parts, { ...job, seed, signal, longestMs: LONGEST_MS });
  const [problem] = problems;
  // what goes wrong ends the play before its end: the steps until then are not all
  return problem ? { ...planData({ ...plan, complete: false }), problem: problemData(problem) } : planData(plan);
}
