import { RUN_OUTCOMES } from '../states';
import type { RunProgress } from './projection';

/** How a run ended, as its own row has it; instants as ISO text. */
interface KeptEnd {
  started: string | null;
  finished: string | null;
  outcome: string;
}

/** What the log says of a run, with its end as the run has it: how an old run ended is kept longer than its log. */
export function withKeptEnd(progress: RunProgress, { started, finished, outcome }: KeptEnd): RunProgress {
  const end = RUN_OUTCOMES.find((one) => one === outcome);
  if (progress.outcome !== null || finished === null || end === undefined) return progress;
  return { ...progress, startedAt: progress.startedAt ?? started, finishedAt: finished, outcome: end };
}
