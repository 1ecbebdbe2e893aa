import { type EffectProgress, emptyRun, type MachinePhase, type PlannedStep, type RunProgress } from '../projection';

const START = Date.parse('2026-01-01T00:00:00.000Z');

/** A second of an example run, as an ISO instant. */
export const at = (second: number) => new Date(START + second * 1000).toISOString();

/** The same in milliseconds since the epoch. */
export const now = (second: number) => START + second * 1000;

/** One effect of a run: on the unit of its title, from one second to another; with no end it runs. */
export const effect = (
  title: string,
  from: number,
  to: number | null = null,
  outcome: EffectProgress['outcome'] = to === null ? null : 'ok',
  more: Partial<EffectProgress> = {},
): EffectProgress => ({
  ...{ id: `${title}-${from}`, seq: from + 1, endSeq: to === null ? 0 : to + 1, kind: 'plan', title, unitId: title },
  ...{ serviceId: null, host: title, template: title, stackChange: null, speed: 1, startedAt: at(from) },
  ...{ endedAt: to === null ? null : at(to), outcome, durationMs: null, problem: null, ...more },
});

/** A planned step of ten seconds, measured, on the unit of its title. */
export const planned = (title: string, round: number, more: Partial<PlannedStep> = {}): PlannedStep => ({
  ...{ effect: 'plan', title, round, unitId: title, host: title },
  estimate: { lowMs: 8_000, typicalMs: 10_000, highMs: 14_000, runs: 3 },
  ...more,
});

/** A run that began at second 0. */
export const run = (
  steps: PlannedStep[] | null,
  effects: EffectProgress[],
  more: Partial<RunProgress> = {},
): RunProgress => ({
  ...emptyRun('d'),
  startedAt: at(0),
  plan: steps && { steps, machines: [], boot: null, complete: true },
  effects: Object.fromEntries(effects.map((one) => [one.id, one])),
  ...more,
});

/** That a run makes machines in its first round, each of which then starts for twenty seconds. */
export const made = (...hosts: string[]) => ({
  machines: hosts.map((host) => ({ round: 0, resource: host, host, unitId: host, change: 'create' as const })),
  boot: { lowMs: 18_000, typicalMs: 20_000, highMs: 25_000, runs: 3 },
});

/** What a run knows of machines: at which second which one did what. */
export const phases = (...changes: [second: number, host: string, phase: MachinePhase['phase']][]) =>
  Object.fromEntries(
    changes.map(([second, host, phase]): [number, MachinePhase] => [
      second + 1,
      { seq: second + 1, host, unitId: host, phase, at: at(second) },
    ]),
  );

/** That a run is over. */
export const over = (outcome: 'success' | 'failed' | 'cancelled', second: number) => ({
  outcome,
  finishedAt: at(second),
});
