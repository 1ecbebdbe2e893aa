'use client';
import { useEffect, useMemo } from 'react';
import { workflowOf } from '@/components/status/run-title';
import { useCatalogOfRun } from '@/lib/client/catalog';
import { useRunDetail } from '@/lib/client/deployments';
import { useEnvironment } from '@/lib/client/environments';
import type { ConnectionState } from '@/lib/client/events/connection';
import { newestRun, useRunEvents, useRunLog } from '@/lib/client/events/use-environment-events';
import type { EnvironmentModel, Service } from '@/lib/model/environment';
import type { VetroEvent } from '@/lib/model/event';
import { type Guide, NO_GUIDE } from '@/lib/model/guide';
import { withKeptEnd } from '@/lib/model/progress/kept-end';
import { emptyRun, type MachinePhase, type RunProgress } from '@/lib/model/progress/projection';
import { machinesOf, modelAt } from '@/lib/model/progress/replay';
import { issuesOf } from '@/lib/model/progress/unit-run';
import { withConclusion } from '@/lib/model/runs/conclusion';
import type { RunPlace } from '@/lib/model/runs/run-place';
import type { RunView } from '@/lib/model/runs/run-view';
import type { ServiceType } from '@/lib/model/service-type';
import { deploymentStatus } from '@/lib/model/states';

const NO_TYPES: readonly ServiceType[] = [];

/** All that is known of one deployment, as it is now. */
export interface RunPageState {
  view: RunView;
  /** the environment's name; that of the document when it is gone */
  name: string;
  /** the document asked for, with the state it started with */
  asked: EnvironmentModel;
  /** the document as far as it has come */
  model: EnvironmentModel;
  /** what it was asked to remove, as it was before: services with their units, of one that stays only those that go */
  removed: readonly Service[];
  types: readonly ServiceType[];
  /** what the packages of its versions say to people */
  guide: Guide;
  progress: RunProgress;
  /** newest phase of each machine, by host name; of an older run its newest in it */
  machines: Readonly<Record<string, MachinePhase>>;
  /** events of this deployment that were read, oldest first; the newest ones at once */
  events: readonly VetroEvent[];
  /** reads the earlier events; null when all are there, or are being read */
  readEarlier: (() => void) | null;
  /** no other deployment has begun since */
  newest: boolean;
  active: boolean;
  connection: ConnectionState;
  /** where it stands among runs that wait; null once it has begun */
  place: RunPlace | null;
}

/** One deployment, live; `run` is null while something of it is still being fetched. */
export function useRun(environmentId: string, runId: string): { run: RunPageState | null; error: unknown } {
  const answer = useRunDetail(environmentId, runId);
  const environment = useEnvironment(environmentId);
  const catalog = useCatalogOfRun(environmentId, runId).data;
  const types = catalog?.services ?? NO_TYPES;
  const log = useRunEvents(environmentId, runId);
  const { readEarlier } = useRunLog(environmentId, runId);
  const { progress: all, connection, ready } = log;

  const progress = all.deployments[runId] ?? null;
  const fetched = answer.data?.run;
  const view = useMemo(() => fetched && withReported(fetched, progress), [fetched, progress]);
  const present = environment.data;
  // A run that asks for no document goes by the environment's own.
  const reached = useMemo(() => modelOf(answer.data?.reached), [answer.data?.reached]);
  const asked = useMemo(
    () => modelOf(view?.description) ?? reached ?? (view && present ? { ...present, id: view.environment_id } : null),
    [view, reached, present],
  );
  const newest = newestRun(log)?.id === runId;
  // the environment shows what the newest deployment has reached so far; what an older one has reached is kept with it, or
  // inferred, as the end is until the environment is fetched anew
  const behind = progress?.outcome === 'success' && present?.status === 'deploying';
  const live = newest && !behind ? present?.services : undefined;
  const model = useMemo(() => {
    if (!asked) return null;
    if (live) return { ...asked, services: live };
    if (reached) return { ...asked, services: reached.services };
    const inferred = progress ? modelAt(asked, types, progress, Number.POSITIVE_INFINITY) : asked;
    return view ? withConclusion(inferred, view) : inferred;
  }, [asked, live, reached, progress, types, view]);
  const events = useMemo(() => log.events.filter((event) => event.runId === runId), [log.events, runId]);
  const active = view?.finished === null && progress?.outcome == null;
  const { refetch } = answer;
  // What it answered is told by the API alone, at its end.
  const answers = view !== undefined && (view.action !== null || workflowOf(view.kind) !== null);
  const isAnswerDue = answers && progress?.outcome != null && fetched?.finished === null;
  useEffect(() => {
    if (isAnswerDue) void refetch();
  }, [isAnswerDue, refetch]);
  if (!view || !asked || !model || !ready) return { run: null, error: answer.error };
  const run: RunPageState = {
    ...{ view, asked, model, types, events, readEarlier, newest, connection },
    // what became of machines later is none of an older run's
    machines: newest ? all.machines : machinesOf(progress ?? emptyRun(runId)),
    guide: catalog?.guide ?? NO_GUIDE,
    name: environment.data?.name ?? asked.name,
    progress: withKeptEnd(progress ?? emptyRun(runId), view),
    place: view.outcome === 'queued' ? (answer.data?.place ?? null) : null,
    removed: view.removed as readonly Service[],
    active,
  };
  return { run, error: answer.error };
}

/** The events know of its beginning, its end and its warnings before the answer that is cached does. */
function withReported(view: RunView, progress: RunProgress | null): RunView {
  if (view.finished !== null || progress === null) return view;
  const { finishedAt } = progress;
  const outcome = progress.outcome ?? (progress.startedAt === null ? view.outcome : 'running');
  const reported = issuesOf(progress);
  const count = (level: 'warning' | 'error') => reported.filter((issue) => issue.level === level).length;
  return { ...view, outcome, finished: finishedAt, state: deploymentStatus(outcome, count('warning'), count('error')) };
}

/** The model that a deployment was asked for; null while it is not known, or when it is none. */
function modelOf(description: Partial<RunView>['description']): EnvironmentModel | null {
  return description && Array.isArray(description.services) ? (description as unknown as EnvironmentModel) : null;
}
