import { describe, expect, it } from 'vitest';
import { emptyRun, type PlannedMachine, type PlannedStep, type RunProgress } from '@/lib/model/progress/projection';
import { scheduleOf } from '@/lib/model/progress/schedule';
import { exampleDomain, exampleEnvironment, exampleUnit } from '@/lib/model/topology/testing/example';
import { withExpected } from './expected';
import { foldRows, gatherAlike } from './fold-rows';
import { timelineGroups, until } from './rows';

const START = Date.parse('2026-01-01T00:00:00.000Z');
const HOSTS = ['dc1', 'dc2', 'dc3'];
const idOf = (host: string) => exampleUnit(host.slice(2)).id;
const UNITS = HOSTS.map((host) => exampleUnit(host.slice(2), { state: { hostname: host } }));
const MODEL = exampleEnvironment(exampleDomain({ units: UNITS }));

const planned = (title: string, host: string | null, round: number, seconds: number): PlannedStep => ({
  ...{ effect: host === null ? 'stack.update' : 'plan', title, round, host, unitId: host && idOf(host) },
  estimate: { runs: 1, lowMs: seconds * 1000, typicalMs: seconds * 1000, highMs: seconds * 1000 },
});
const run = (steps: PlannedStep[], machines: PlannedMachine[] = [], more: Partial<RunProgress> = {}): RunProgress => ({
  ...emptyRun('r'),
  startedAt: new Date(START).toISOString(),
  plan: { steps, machines, boot: null, complete: true },
  ...more,
});
const units = (going: string | null = null) =>
  new Map(
    HOSTS.map((host) => [
      idOf(host),
      { title: host, state: 'waiting' as const, removal: host === going ? ('waiting' as const) : null },
    ]),
  );
const groupsAt = (progress: RunProgress, second: number, going: string | null = null) => {
  const now = START + second * 1000;
  const groups = until(timelineGroups(progress, MODEL, units(going)), now);
  return withExpected(groups, progress, scheduleOf(progress, now));
};
const ghosts = (progress: RunProgress, second: number, going: string | null = null) =>
  groupsAt(progress, second, going)
    .flatMap((group) => group.rows)
    .flatMap((row) =>
      row.segments
        .filter(({ state }) => state === 'planned')
        .map(
          (one) =>
            `${row.title} ${one.step?.title ?? one.kind} ${(one.from - START) / 1000}-${(one.to - START) / 1000}`,
        ),
    );

const PLAN = [
  planned('', null, 0, 10),
  planned('A', 'dc1', 1, 20),
  planned('B', 'dc1', 1, 30),
  planned('C', 'dc2', 2, 5),
];

describe('what is still to come', () => {
  it('stands on the rows from the first second, round after round, one after the other on a machine', () => {
    expect(ghosts(run(PLAN), 0)).toEqual(['null effect 0-10', 'dc1 A 10-30', 'dc1 B 30-60', 'dc2 C 60-65']);
  });

  it('takes a step that its machine has not begun with for one to come, though it was asked for', () => {
    const effect = (id: string, title: string, from: number) => ({
      ...{ id, title, seq: from, endSeq: 0, kind: 'plan' as const, unitId: idOf('dc1'), host: 'dc1', serviceId: null },
      ...{ template: null, stackChange: null, speed: 1, endedAt: null, outcome: null, durationMs: null, problem: null },
      startedAt: new Date(START + from * 1000).toISOString(),
    });
    const effects = { a: effect('a', 'A', 1), b: effect('b', 'B', 2) };
    const [row] = groupsAt(run(PLAN.slice(1), [], { effects }), 11).flatMap((group) => group.rows);
    const steps = row?.segments.filter(({ kind }) => kind === 'effect');
    expect(steps?.map(({ id, state, from, expectedTo }) => [id, state, from - START, expectedTo])).toEqual([
      ['a', 'running', 1_000, START + 21_000],
      ['b', 'planned', 21_000, null],
    ]);
  });

  it('is gone once the run is over', () => {
    const over = run(PLAN, [], { outcome: 'cancelled', finishedAt: new Date(START + 5000).toISOString() });
    expect(ghosts(over, 9)).toEqual([]);
  });

  it('has the removal of a machine with the change of the machines that it goes with', () => {
    const machines: PlannedMachine[] = [
      { round: 3, resource: 'r', host: 'dc3', unitId: idOf('dc3'), change: 'remove' },
    ];
    const last = planned('', null, 3, 7);
    const all = ghosts(run([...PLAN, last], machines), 0, 'dc3');
    expect(all.filter((one) => one.startsWith('dc3'))).toEqual(['dc3 removal 65-72']);
  });

  it('is one bar for steps alike of a service that is folded', () => {
    const everywhere = HOSTS.map((host, at) => planned('Install', host, 1, 10 + at));
    const [, service] = groupsAt(run([planned('', null, 0, 10), ...everywhere]), 0);
    const row = service && foldRows(service);
    expect(row?.segments).toHaveLength(1);
    expect(row?.segments[0]).toMatchObject({
      ...{ state: 'planned', from: START + 10_000, to: START + 22_000 },
      together: { done: 0, count: 3 },
    });
  });

  it('is one bar for many steps alike of a machine, until one of them is looked at or fails', () => {
    const effects = Object.fromEntries(
      [1, 2, 3, 4, 5, 6].map((at) => {
        const outcome = at === 6 ? ('failed' as const) : ('ok' as const);
        const times = { startedAt: new Date(START).toISOString(), endedAt: new Date(START + at * 1000).toISOString() };
        const about = {
          unitId: idOf('dc1'),
          host: 'dc1',
          serviceId: null,
          template: null,
          stackChange: null,
          speed: 1,
        };
        const end = { outcome, durationMs: at * 1000, problem: null, endSeq: at + 10 };
        return [
          `e${at}`,
          { id: `e${at}`, title: 'Let in', seq: at, kind: 'plan' as const, ...about, ...times, ...end },
        ];
      }),
    );
    const rows = groupsAt(run([], [], { effects }), 9).flatMap((group) => group.rows);
    const row = rows.find(({ title }) => title === 'dc1');
    if (!row) throw new Error('dc1 has no row');
    const steps = (picked: string | null) => gatherAlike(row, picked).segments.filter(({ kind }) => kind === 'effect');
    expect(steps(null).map(({ state, together }) => [state, together])).toEqual([
      ['failed', null],
      ['ok', { done: 5, count: 5 }],
    ]);
    expect(steps('e3')).toHaveLength(6);
  });
});
