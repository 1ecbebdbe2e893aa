import { describe, expect, it } from 'vitest';
import { logLines } from '@/components/deployments/log/log-lines';
import type { VetroEvent } from '@/lib/model/event';
import type { JsonObject } from '@/lib/model/json';
import { foldEvents } from '@/lib/model/progress/fold';
import { EMPTY_PROGRESS, emptyRun } from '@/lib/model/progress/projection';
import { stepFacts } from './step-facts';

const UNIT = 'unit-1';
const at = (second: number) => new Date(Date.UTC(2026, 0, 1, 0, 0, second)).toISOString();
let seq = 0;
const event = (
  kind: VetroEvent['kind'],
  second: number,
  text: string,
  data: JsonObject,
  entityId = UNIT,
): VetroEvent => {
  seq += 1;
  return {
    environmentId: 'e',
    seq,
    runId: 'r',
    at: at(second),
    kind,
    level: 'info',
    entity: 'unit',
    entityId,
    text,
    data,
  };
};
const step = (effectId: string) => ({ effectId, effect: 'plan', title: 'Install', unitId: UNIT, host: 'web1' });
const SOFTWARE = { effectId: 's', effect: 'software', title: 'app: CREATE', unitId: UNIT, host: 'web1' };
const COMMANDS = [{ name: 'Install-Role', arguments: { name: 'shop', password: '*** SANITIZED ***' } }];

const EVENTS = [
  event('run.started', 0, 'Begun', {}, 'e'),
  event('effect.started', 1, 'Install on web1', { ...step('a'), commands: COMMANDS }),
  event('report', 2, 'Getting the role', {}),
  event('report', 2, 'Of another machine', {}, 'unit-2'),
  event('effect.finished', 3, 'It failed', { ...step('a'), outcome: 'failed' }),
  event('effect.started', 4, 'Install on web1', { ...step('b'), commands: COMMANDS }),
  event('effect.finished', 9, 'Install on web1: done', {
    ...step('b'),
    outcome: 'ok',
    answer: 'told',
    outputs: ['yes'],
  }),
  event('report', 12, 'Later', {}),
  event('effect.started', 13, 'app: CREATE on web1', { ...SOFTWARE, software: { action: 'CREATE', tool: 'script' } }),
];
const ENDED = event('effect.finished', 15, 'app: CREATE on web1: done', {
  ...SOFTWARE,
  outcome: 'ok',
  software: { action: 'CREATE', tool: 'script', exitCode: 0, outputs: { url: 'x' }, stdout: 'done\n', stderr: '' },
});
const RUN = foldEvents(EMPTY_PROGRESS, EVENTS).deployments.r ?? emptyRun('r');
const factsOf = (effectId: string) =>
  stepFacts(
    RUN,
    effectId,
    EVENTS,
    logLines(EVENTS, 'r', new Map(), ({ text }) => text),
  );

describe('the details of a step', () => {
  it('are what its machine was given and answered', () => {
    expect(factsOf('b')).toMatchObject({ commands: COMMANDS, answer: { kind: 'told', outputs: ['yes'] } });
    expect(factsOf('a')?.answer).toBeNull();
  });

  it('of software are its action and tool, then how it ended, what it printed and what it gave', () => {
    const begun = { action: 'CREATE', tool: 'script', exitCode: null, outputs: {}, stdout: '', stderr: '' };
    expect(factsOf('s')).toMatchObject({ commands: null, answer: null, software: begun });
    const events = [...EVENTS, ENDED];
    const run = foldEvents(EMPTY_PROGRESS, events).deployments.r ?? emptyRun('r');
    expect(stepFacts(run, 's', events, [])?.software).toEqual({
      ...{ action: 'CREATE', tool: 'script', exitCode: 0, outputs: { url: 'x' } },
      ...{ stdout: 'done\n', stderr: '' },
    });
    expect(factsOf('a')?.software).toBeNull();
  });

  it('hold every try of the same step on the same machine', () => {
    expect(factsOf('b')?.attempts.map(({ id, outcome }) => [id, outcome])).toEqual([
      ['a', 'failed'],
      ['b', 'ok'],
    ]);
  });

  it('hold what was said of it, and of its machine meanwhile', () => {
    expect(factsOf('a')?.lines.map(({ text }) => text)).toEqual(['Install on web1', 'Getting the role', 'It failed']);
  });

  it('are none of a step that is not there', () => {
    expect(factsOf('c')).toBeNull();
  });
});
