'use client';
import { usePathname, useSearchParams } from 'next/navigation';
import { useMemo, useState } from 'react';
import { Card, CardBody, CardHeader } from '@/components/ui/card';
import { Notice } from '@/components/ui/notice';
import { LoadingWords, Skeleton } from '@/components/ui/skeleton';
import { sentenceOf } from '@/lib/client/api-problem';
import { useServiceTypes } from '@/lib/client/catalog';
import { useDeployment } from '@/lib/client/deployments';
import { useEnvironment } from '@/lib/client/environments';
import { newestDeployment, useDeploymentEvents } from '@/lib/client/events/use-environment-events';
import { EnvironmentModelSchema } from '@/lib/model/environment';
import { expectedSteps } from '@/lib/model/progress/expected-steps';
import { failuresOf } from '@/lib/model/progress/failure';
import { emptyDeployment } from '@/lib/model/progress/projection';
import { countSteps } from '@/lib/model/progress/steps';
import { Completion } from './completion';
import { FailurePanel } from './failure-panel';
import { logLines } from './log/log-lines';
import { LogViewer } from './log/log-viewer';
import { runUnits } from './run';
import { RunHeader, stepsSentence } from './run-header';
import { Stopped } from './stopped';
import { timeWindow } from './timeline/positioning';
import { timelineGroups } from './timeline/rows';
import { Timeline } from './timeline/timeline';
import { UnitStrip } from './unit-strip';
import { useNow } from './use-now';

/** One deployment: how far it is, what happens on each machine, what it says, and how it ended. */
export function RunPage({ environmentId, deploymentId }: { environmentId: string; deploymentId: string }) {
  const pathname = usePathname();
  const unitId = useSearchParams().get('unit');
  const answer = useDeployment(environmentId, deploymentId);
  const environment = useEnvironment(environmentId);
  const types = useServiceTypes();
  const log = useDeploymentEvents(environmentId, deploymentId);
  const { events, progress, connection, ready } = log;
  const [lit, setLit] = useState<string | null>(null);
  const [goTo, setGoTo] = useState<{ effectId: string; turn: number } | null>(null);

  const view = answer.data?.deployment;
  const run = progress.deployments[deploymentId] ?? emptyDeployment(deploymentId);
  const active = run.outcome === null && (view === undefined || view.finished === null);
  const now = useNow(active);

  // the environment shows what the newest deployment has gained so far; an older one's gains are not told
  const newest = newestDeployment(log)?.id === deploymentId;
  const live = newest ? environment.data : undefined;
  const asked = useMemo(() => EnvironmentModelSchema.safeParse(view?.description).data ?? null, [view]);
  const model = live && asked ? { ...asked, services: live.services } : asked;
  const knownTypes = types.data ?? [];

  const units = model ? runUnits(run, model, knownTypes) : [];
  const names = new Map([
    ...(model?.services.map((service): [string, string] => [service.id, service.name]) ?? []),
    ...units.map((unit): [string, string] => [unit.unitId, unit.title]),
  ]);

  if (answer.isError) {
    return (
      <Notice tone="failed" title="This deployment cannot be shown">
        {sentenceOf(answer.error)}
      </Notice>
    );
  }
  if (!view || !model || now === null || !ready) return <RunSkeleton />;

  const steps = countSteps(run, asked ? expectedSteps(asked, knownTypes) : 1);
  const startedAt = run.startedAt ?? view.started;
  const finishedAt = run.finishedAt ?? view.finished;
  const shown = timeWindow(startedAt ?? view.created, finishedAt, now);
  const elapsedMs =
    startedAt === null ? null : (finishedAt === null ? now : Date.parse(finishedAt)) - Date.parse(startedAt);
  const failures = failuresOf(run, model);

  return (
    <div className="flex flex-col gap-5">
      <RunHeader view={view} progress={run} steps={steps} elapsedMs={elapsedMs} />
      <p role="status" className="sr-only">
        {active ? stepsSentence({ ...steps, known: Math.max(steps.known, steps.done) }, run.outcome) : ''}
      </p>
      {connection === 'retrying' && (
        <Notice tone="attention">
          The connection to the server was lost. The deployment goes on; this page catches up as soon as it is back.
        </Notice>
      )}
      {connection === 'refused' && (
        <Notice tone="attention">Live news are no longer coming. Reload the page to sign in again.</Notice>
      )}
      {run.outcome === 'success' && view.kind === 'deploy' && (
        <Completion environmentId={environmentId} units={units} />
      )}
      {failures.length > 0 && (
        <FailurePanel environmentId={environmentId} failures={failures} units={units} over={!active} newest={newest} />
      )}
      {run.outcome === 'cancelled' && <Stopped environmentId={environmentId} units={units} newest={newest} />}
      {units.length > 0 && <UnitStrip units={units} environmentId={environmentId} />}
      <Card>
        <CardHeader
          title="Timeline"
          description="Striped is waiting, the round arrow a restart. Press a bar to read its log."
        />
        <CardBody>
          <Timeline
            groups={timelineGroups(run, model, new Map(units.map((unit) => [unit.unitId, unit])), now)}
            window={shown}
            states={new Map(units.map((unit) => [unit.unitId, unit.state]))}
            lit={lit}
            onLight={setLit}
            onPick={(effectId) => setGoTo((last) => ({ effectId, turn: (last?.turn ?? 0) + 1 }))}
          />
        </CardBody>
      </Card>
      <Card>
        <CardHeader title="Log" />
        <CardBody>
          <LogViewer
            lines={logLines(events, deploymentId, names)}
            units={units}
            unitId={units.some((unit) => unit.unitId === unitId) ? unitId : null}
            onUnit={(id) => window.history.replaceState(null, '', id === null ? pathname : `${pathname}?unit=${id}`)}
            live={active}
            lit={lit}
            goTo={goTo}
          />
        </CardBody>
      </Card>
    </div>
  );
}

function RunSkeleton() {
  return (
    <div className="flex flex-col gap-5">
      <LoadingWords>The deployment is being loaded</LoadingWords>
      <Skeleton className="h-5 w-56" />
      <Skeleton className="h-36 w-full rounded-xl" />
      <Skeleton className="h-64 w-full rounded-xl" />
      <Skeleton className="h-96 w-full rounded-xl" />
    </div>
  );
}
