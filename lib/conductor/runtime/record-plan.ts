import type { ConductorPorts } from '@/lib/conductor/conductor';
import type { LanguageLimits } from '@/lib/conductor/language/language';
import type { LanguageHost } from '@/lib/conductor/language/language-host';
import { previewDeployment } from '@/lib/conductor/preview/preview-deployment';
import type { Stacks } from '@/lib/conductor/stacks/stacks';
import { isVetroError, toProblem } from '@/lib/errors';
import type { JsonObject } from '@/lib/model/json';
import { planData } from '@/lib/model/progress/run-plan';
import { maskSealed } from '@/lib/model/secret';
import type { RunRecord } from '@/lib/ports/conductor';
import { problemData } from '../problems/problems';
import { type RetryPolicy, retrying } from './retry';

interface Parts extends ConductorPorts {
  stacks: Stacks;
  languages: LanguageHost;
  limits: LanguageLimits;
  storeRetries: RetryPolicy;
}

/**
 * Plays a deployment through before its first effect and tells in its log what it will do, so that whoever watches
 * knows from the first moment how many steps there are. Told once, however often it is asked for. A deployment that
 * cannot be played through begins all the same: then the log says why nobody knows.
 *
 * @param signal of a cancel: ends the play, not the telling
 */
export async function recordPlan(parts: Parts, record: RunRecord, signal: AbortSignal): Promise<void> {
  const { events, storeRetries, log } = parts;
  const { id, environmentId } = record;
  const data = await predicted(parts, record, signal).catch((error): JsonObject => {
    if (!isVetroError(error)) log.error({ runId: id, err: error }, 'a deployment could not be played through');
    return { problem: problemData(toProblem(error)) };
  });
  const about = { entity: 'environment', entityId: environmentId } as const;
  const event = maskSealed({
    kind: 'run.planned',
    ...about,
    text: '',
    data,
    key: `run.planned:${id}`,
  } as const);
  await retrying(
    storeRetries,
    () => events.append(environmentId, id, [event]),
    () => true,
  );
}

async function predicted(parts: Parts, record: RunRecord, signal: AbortSignal): Promise<JsonObject> {
  const { id: _, ...job } = record;
  const { plan, problems } = await previewDeployment(parts, { ...job, signal });
  const [problem] = problems;
  // what goes wrong ends the play before its end: the steps until then are not all
  return problem ? { ...planData({ ...plan, complete: false }), problem: problemData(problem) } : planData(plan);
}
