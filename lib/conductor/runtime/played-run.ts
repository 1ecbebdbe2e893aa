import type { ConductorPorts } from '@/lib/conductor/conductor';
import type { LanguageLimits } from '@/lib/conductor/language/language';
import type { LanguageHost } from '@/lib/conductor/language/language-host';
import type { JobVersions } from '@/lib/conductor/preview/prediction';
import { playThrough } from '@/lib/conductor/preview/preview-deployment';
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

/** A run that is being played through beside its own beginning. */
export interface PlayedRun {
  /** resolves once it is played through, whatever came of it */
  through: Promise<void>;
  /** what it will do; with the same key however often it is made */
  event: Promise<NewEvent & { key: string }>;
}

/**
 * Plays a deployment through before its first effect. The event says what it will do, so that whoever watches knows
 * from the first moment how many steps there are; how long they take is found out beside the first effect. A deployment
 * that cannot be played through begins all the same: then the event says why nobody knows.
 *
 * @param versions what it goes by
 * @param signal of a cancel: ends the play
 */
export function playRun(parts: Parts, record: RunRecord, versions: JobVersions, signal: AbortSignal): PlayedRun {
  const { id, environmentId, seed = id, ...job } = record;
  const playing = playThrough(parts, { ...job, environmentId, seed, versions, signal, longestMs: LONGEST_MS });
  const about = { entity: 'environment', entityId: environmentId } as const;
  return {
    through: playing.then(
      () => undefined,
      () => undefined,
    ),
    event: playing
      .then(predicted)
      .catch((error): JsonObject => {
        if (!isVetroError(error))
          parts.log.error({ runId: id, err: error }, 'a deployment could not be played through');
        return { problem: problemData(toProblem(error)) };
      })
      .then((data) => ({ kind: 'run.planned', ...about, text: '', data, key: `run.planned:${id}` })),
  };
}

async function predicted({ played, plan }: Awaited<ReturnType<typeof playThrough>>): Promise<JsonObject> {
  const [problem] = played.problems;
  const estimated = await plan();
  // what goes wrong ends the play before its end: the steps until then are not all
  return problem
    ? { ...planData({ ...estimated, complete: false }), problem: problemData(problem) }
    : planData(estimated);
}
