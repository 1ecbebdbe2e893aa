import { listEvents } from '@/lib/db/events';
import {
  findDocumentAt,
  findRunAt,
  findVersionAt,
  listConcludedRuns,
  listMachineEvents,
  type RunAt,
} from '@/lib/db/moments';
import type { EnvironmentModel } from '@/lib/model/environment';
import type { StateAt } from '@/lib/model/moments/moment-view';
import { foldEvents } from '@/lib/model/progress/fold';
import { EMPTY_PROGRESS, emptyRun, type Progress, type RunProgress } from '@/lib/model/progress/projection';
import { eventsUntil, modelAt } from '@/lib/model/progress/replay';
import { deploys } from '@/lib/model/runs/deploying';
import { maskSealed } from '@/lib/model/secret';
import { environmentWithHistory } from '../access/visible';
import { type Context, requireRole, type UseCaseCall } from '../context';
import { runProgress } from '../runs/progress';
import { typesOf } from '../service-types';
import { servicesView } from '../services/view';
import { withKnown } from './with-known';

/** As many events are read at a time. */
const PAGE = 2000;

/**
 * An environment as it was at an instant, by what is kept: the document that the last run before had left, what workflows
 * and probes found of machines since, and the newest run as far as it had come.
 *
 * @param input `at`: an instant to come is the present
 * @throws forbidden `role_too_low`, `other_tenant`; not_found `environment_not_found`
 */
export async function stateAt({ ctx, input }: UseCaseCall<{ environmentId: string; at: Date }>): Promise<StateAt> {
  requireRole(ctx, 'reader');
  const { environmentId } = input;
  const at = within(input.at, ctx.now());
  const environment = await environmentWithHistory(ctx, environmentId);
  const { db } = ctx;
  const [left, version, run] = await Promise.all([
    findDocumentAt(db, environmentId, at),
    findVersionAt(db, environmentId, at),
    findRunAt(db, environmentId, at),
  ]);
  const since = left?.finishedAt ?? at;
  const [events, concluded] = await Promise.all([
    listMachineEvents(db, environmentId, { since, at }),
    listConcludedRuns(db, environmentId, { since, at }),
  ]);
  const document = left === null ? nothing(environmentId) : withKnown(left.document, events, concluded);
  const types = await typesOf(ctx, document, run?.modelAsked ?? null);
  const progress = run && (await progressUntil(ctx, environmentId, run, at));
  const view = (model: EnvironmentModel, deployed: 'ready' | 'failed' | 'deploying') =>
    servicesView(model, { deployed, types });
  const isOver = run === null || (run.finishedAt !== null && run.finishedAt <= at);
  const next =
    run?.modelAsked && !isOver && deploys(run.kind)
      ? modelAt(run.modelAsked, types, await wholeOf(ctx, environmentId, run), at.getTime())
      : null;
  return {
    at: at.toISOString(),
    version: version && {
      version: version.version,
      run_id: version.runId,
      at: version.finishedAt.toISOString(),
      user_name: version.userName,
      outcome: version.state,
      current: version.version === environment.version,
    },
    document_run_id: next && run ? run.id : (left?.runId ?? null),
    services: view(document, version?.state === 'success' || version === null ? 'ready' : 'failed'),
    next: next && view(next, 'deploying'),
    machines: foldEvents(EMPTY_PROGRESS, maskSealed(events)).machines,
    run: progress && withoutDetails(progress),
    log_removed: run?.logRemoved ?? false,
  };
}

const nothing = (environmentId: string): EnvironmentModel => ({ id: environmentId, name: '', services: [] });

/** A run as far as it had come by an instant. */
async function progressUntil(ctx: Context, environmentId: string, run: RunAt, at: Date): Promise<RunProgress> {
  if (run.finishedAt !== null && run.finishedAt <= at) return wholeOf(ctx, environmentId, run);
  let progress: Progress = EMPTY_PROGRESS;
  for (;;) {
    const events = await listEvents(ctx.db, environmentId, { afterSeq: progress.lastSeq, runId: run.id, limit: PAGE });
    const past = eventsUntil(events, at.getTime());
    progress = foldEvents(progress, maskSealed(past));
    if (past.length < PAGE) break;
  }
  return progress.deployments[run.id] ?? emptyRun(run.id);
}

async function wholeOf(ctx: Context, environmentId: string, { id: runId }: RunAt): Promise<RunProgress> {
  return (await runProgress({ ctx, input: { environmentId, runId } })).deployments[runId] ?? emptyRun(runId);
}

/** An instant that the database can hold: nothing was before 1970, and what is to come is not known. */
function within(at: Date, now: Date): Date {
  return new Date(Math.min(now.getTime(), Math.max(0, at.getTime())));
}

/** What a drawing needs of a run. */
function withoutDetails(run: RunProgress): RunProgress {
  return { ...run, plan: null, commands: {}, resources: {}, removals: {} };
}
