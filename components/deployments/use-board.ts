'use client';
import { useEffect, useMemo } from 'react';
import { useEventWords } from '@/components/status/event-words';
import { criticalPath } from '@/lib/model/progress/critical-path';
import { failuresOf, handledFailuresOf } from '@/lib/model/progress/failure';
import { notExecutedIn } from '@/lib/model/progress/not-executed';
import { endWithRoom } from '@/lib/model/progress/overruns';
import { withRemoved } from '@/lib/model/progress/removal';
import { scheduleOf } from '@/lib/model/progress/schedule';
import { countSteps } from '@/lib/model/progress/steps';
import { buildTopology } from '@/lib/model/topology/build';
import { logLines } from './log/log-lines';
import { useReplay } from './replay/use-replay';
import { runUnits } from './run';
import { withExpected } from './timeline/expected';
import { timeWindow } from './timeline/positioning';
import { timelineGroups, until } from './timeline/rows';
import { useSteadyWindow } from './timeline/use-steady-window';
import { useMoment } from './use-moment';
import type { RunPageState } from './use-run';
import { useGoTo, useRunAddress } from './use-run-address';

/**
 * What the page of a run shows, of the present or of the moment that a replay stands at.
 *
 * @param now in milliseconds
 */
export function useBoard(run: RunPageState, now: number) {
  const say = useEventWords();
  const { view, progress: whole, asked, removed, types, guide, active } = run;
  const [goTo, showLog] = useGoTo();

  const startedAt = whole.startedAt ?? view.started;
  const finishedAt = whole.finishedAt ?? view.finished;
  const startMs = Date.parse(startedAt ?? view.created);
  const totalMs = active || startedAt === null || finishedAt === null ? null : Date.parse(finishedAt) - startMs;
  const named = [...asked.services, ...removed].flatMap(({ units }) => units).map(({ id }) => ({ unitId: id }));
  const address = useRunAddress(named);
  const replay = useReplay(totalMs, address.at, address.onAt);
  const replayed = replay.offsetMs !== null;
  const momentMs = replay.offsetMs === null ? null : startMs + replay.offsetMs;
  const { progress, model, machines, events } = useMoment(run, momentMs);
  const { readEarlier } = run;
  const isAllWanted =
    replayed || goTo !== null || address.choice.typed !== '' || address.choice.unitId !== null || address.step !== null;
  useEffect(() => {
    if (isAllWanted) readEarlier?.();
  }, [isAllWanted, readEarlier]);

  const units = useMemo(() => runUnits(progress, model, types, removed), [progress, model, types, removed]);
  const all = useMemo(() => withRemoved(model, removed), [model, removed]);
  const lines = useMemo(() => {
    const names = new Map([
      ...all.services.map((service): [string, string] => [service.id, service.name]),
      ...units.map((unit): [string, string] => [unit.unitId, unit.title]),
    ]);
    return logLines(events, view.id, names, say);
  }, [events, view.id, all, units, say]);
  const path = useMemo(() => criticalPath(whole, active ? now : startMs), [whole, active, now, startMs]);
  const steps = countSteps(progress, momentMs ?? now);
  const elapsedMs =
    replay.offsetMs ?? (startedAt === null ? null : (finishedAt === null ? now : Date.parse(finishedAt)) - startMs);
  const failures = useMemo(() => failuresOf(whole, run.model), [whole, run.model]);
  const handled = useMemo(() => handledFailuresOf(whole, run.model), [whole, run.model]);
  const notExecuted = useMemo(() => notExecutedIn(whole), [whole]);
  const byId = useMemo(() => new Map(units.map((unit) => [unit.unitId, unit])), [units]);
  // Each second only what runs becomes longer: the rows themselves change with events.
  const critical = path.map(({ id }) => id).join(' ');
  const rows = useMemo(
    () => timelineGroups(progress, all, byId, new Set(critical.split(' '))),
    [progress, all, byId, critical],
  );
  const moment = momentMs ?? now;
  const schedule = useMemo(() => scheduleOf(progress, moment), [progress, moment]);
  const shownGroups = withExpected(until(rows, moment), progress, schedule);
  const end = active ? endWithRoom(whole, now) : null;
  const span = useSteadyWindow(timeWindow(startedAt ?? view.created, finishedAt, now, end ?? now), active);
  const picture = useMemo(() => {
    const next = { model, is: 'deploying' } as const;
    const removals = new Map(units.flatMap(({ unitId, removal }) => (removal === null ? [] : [[unitId, removal]])));
    const input = { deployed: all, next, types, deployment: progress, machines, removals, steps: guide.steps };
    return { topology: buildTopology(input), events };
  }, [model, all, units, types, guide, progress, machines, events]);
  const { set: setAddress } = address;
  const onShowLog = (effectId: string) => {
    setAddress({ view: 'log' });
    showLog(effectId);
  };
  return {
    ...{ startMs, totalMs, moment, elapsedMs, span },
    ...{ address, replay, replayed, goTo, onShowLog },
    ...{ progress, events, units, byId, all, lines, path, steps, picture },
    ...{ failures, handled, notExecuted },
    groups: shownGroups,
  };
}
export type Board = ReturnType<typeof useBoard>;
