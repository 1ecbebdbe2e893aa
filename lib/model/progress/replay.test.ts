import { describe, expect, it } from 'vitest';
import type { VetroEvent } from '../event';
import { isComplete } from '../installed';
import { EXAMPLE_TYPES, exampleDomain, exampleEnvironment, exampleUnit, exampleWeb } from '../topology/testing/example';
import { foldEvents } from './fold';
import { EMPTY_PROGRESS } from './projection';
import { machinesOf, modelAt, momentsOf, progressAt } from './replay';
import { phases, run } from './testing/example-run';

const START = Date.parse('2026-01-01T00:00:00.000Z');
const WEB = '3'.repeat(32);
const DC = '1'.repeat(32);
let seq = 0;
const event = (second: number, kind: VetroEvent['kind'], data: VetroEvent['data'] = {}): VetroEvent => ({
  ...{ environmentId: 'e', seq: ++seq, runId: 'd', at: new Date(START + second * 1000).toISOString(), kind },
  ...{ level: 'info', entity: 'environment', entityId: 'e', text: '', data },
});
const step = (id: string, unitId: string, from: number, to: number, outcome = 'ok') => [
  event(from, 'effect.started', { effectId: id, effect: 'plan', title: id, unitId, host: `host-${unitId.charAt(0)}` }),
  event(to, 'effect.finished', { effectId: id, outcome }),
];
const LOG = [
  event(0, 'run.started'),
  ...step('dc', DC, 1, 10),
  ...step('join', WEB, 11, 15),
  ...step('iis', WEB, 16, 20, 'failed'),
  ...step('iis again', WEB, 21, 25),
  event(26, 'run.finished', { outcome: 'success' }),
];
const WHOLE = foldEvents(EMPTY_PROGRESS, LOG).deployments.d;
if (!WHOLE) throw new Error('the log tells of the deployment');
const moment = (second: number) => START + second * 1000;

describe('a deployment played again', () => {
  it('shows what was known at the moment, and nothing that came later', () => {
    const then = progressAt(LOG, 'd', moment(17)).deployments.d;
    expect(then).toMatchObject({ outcome: null, finishedAt: null });
    expect(Object.values(then?.effects ?? {}).map((effect) => [effect.title, effect.outcome])).toEqual([
      ['dc', 'ok'],
      ['join', 'ok'],
      ['iis', null],
    ]);
    expect(progressAt(LOG, 'd', moment(26)).deployments.d).toEqual(WHOLE);
    expect(progressAt(LOG, 'd', moment(-1)).deployments).toEqual({});
  });

  it('has its marks where steps begin and end, failures told', () => {
    expect(momentsOf(WHOLE).map(({ atMs, failed }) => [atMs / 1000, failed])).toEqual([
      ...[1, 10, 11, 15, 16].map((second) => [second, false]),
      [20, true],
      [21, false],
      [25, false],
    ]);
  });
});

describe('the document at a moment', () => {
  const asked = exampleEnvironment(exampleDomain({ units: [exampleUnit('1', { isMaster: true })] }), exampleWeb());
  const complete = (second: number, whole = WHOLE) =>
    modelAt(asked, EXAMPLE_TYPES, whole, moment(second)).services.map((service) => {
      const type = EXAMPLE_TYPES.find((one) => one.type === service.type) ?? null;
      return service.units.every((unit) => isComplete(type, service, unit));
    });

  it('has a unit as asked once all its steps had ended', () => {
    expect(complete(9)).toEqual([false, false]);
    expect(complete(10)).toEqual([true, false]);
    expect(complete(24)).toEqual([true, false]);
  });

  it('takes no unit for reached of which a step failed for good', () => {
    expect(complete(99)).toEqual([true, false]);
    const effects = Object.fromEntries(Object.values(WHOLE.effects).map((one) => [one.id, one]));
    const mended = {
      ...WHOLE,
      effects: { ...effects, 'iis again': { ...effects['iis again'], title: 'iis' } },
    } as typeof WHOLE;
    expect(complete(24, mended)).toEqual([true, false]);
    expect(complete(25, mended)).toEqual([true, true]);
  });

  it('leaves the given document as it is', () => {
    const copy = structuredClone(asked);
    modelAt(asked, EXAMPLE_TYPES, WHOLE, moment(99));
    expect(asked).toEqual(copy);
  });
});

describe('the machines of a run', () => {
  it('are as the run has left them: what became of them later is none of it', () => {
    const seen = phases([1, 'web1', 'booting'], [2, 'web2', 'booting'], [9, 'web1', 'ready']);
    const machines = machinesOf(run(null, [], { phases: seen }));
    expect([machines.web1?.phase, machines.web2?.phase, machines.dc1]).toEqual(['ready', 'booting', undefined]);
  });
});
