import type { NewEvent } from '../event';
import type { JsonObject } from '../json';
import type { RunOutcome } from '../states';
import { RUN_KINDS, type RunKind, runKind } from './kinds';

/** How a run ended, as far as its last words need it. */
export interface Ending {
  runId: string;
  environmentId: string;
  kind: RunKind;
  outcome: RunOutcome;
  problem: (JsonObject & { sentence: string }) | null;
  /** reports of warnings and errors that it has made */
  warnings: number;
  errors: number;
}

/** The first event of a run of each kind; it is about the run's environment. */
export function firstEvents(runId: string): Record<RunKind, Omit<NewEvent, 'entityId'>> {
  const first = (kind: RunKind): Omit<NewEvent, 'entityId'> => ({
    kind: 'run.started',
    entity: 'environment',
    text: `${runKind(kind).noun} started`,
    key: `run.started:${runId}`,
  });
  return Object.fromEntries(RUN_KINDS.map((kind) => [kind, first(kind)])) as ReturnType<typeof firstEvents>;
}

/**
 * The last events of a run.
 *
 * @returns `unreported`: the errors among them that no package has told of
 */
export function lastEvents(ending: Ending): { events: NewEvent[]; unreported: number } {
  const { runId, environmentId, outcome, problem, errors } = ending;
  const about = { entity: 'environment', entityId: environmentId } as const;
  const failed = outcome === 'failed';
  // Whoever looks must find why it failed, even when no package has said so.
  const why: NewEvent[] =
    failed && problem && errors === 0 ? [{ kind: 'report', level: 'error', ...about, text: problem.sentence }] : [];
  return {
    events: [
      ...why,
      { kind: 'report', ...about, text: lastReport(ending, errors + why.length) },
      {
        kind: 'run.finished',
        level: failed ? 'error' : 'info',
        ...about,
        text: '',
        data: { outcome, ...(problem ? { problem } : {}) },
        key: `run.finished:${runId}`,
      },
    ],
    unreported: why.length,
  };
}

/** The words Murano ended its reports with; errors outrank warnings, and the level is always info. */
function lastReport({ kind, outcome, problem, warnings }: Ending, errors: number): string {
  const { noun } = runKind(kind);
  if (problem?.code === 'others_unfinished') return `${noun} finished; other machines were left as they are`;
  if (outcome === 'cancelled') return `${noun} cancelled`;
  if (outcome === 'failed' || errors > 0) return `${noun} finished with errors`;
  return warnings > 0 ? `${noun} finished with warnings` : `${noun} finished`;
}
