import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ENTITIES, EVENT_KINDS, type VetroEvent } from '../event';
import { LEVELS } from '../levels';
import { foldEvents } from './fold';
import { EMPTY_PROGRESS } from './projection';

const word = <T extends string>(...words: T[]) => fc.constantFrom(...words);

/** Any event at all, sensible or not: the reducer must hold for logs that nobody foresaw. */
const anyEvent = (seq: number): fc.Arbitrary<VetroEvent> =>
  fc.record({
    environmentId: fc.constant('e'),
    seq: fc.constant(seq),
    runId: fc.option(word('d1', 'd2')),
    at: fc.constant(new Date(1_700_000_000_000 + seq * 1000).toISOString()),
    kind: fc.constantFrom(...EVENT_KINDS),
    level: fc.constantFrom(...LEVELS),
    entity: fc.constantFrom(...ENTITIES),
    entityId: word('u1', 'u2', 's1'),
    text: word('', 'Creating instance dc1', 'It failed'),
    data: fc.record(
      {
        effectId: word('x1', 'x2', 'x3'),
        effect: word('plan', 'stack.update'),
        title: word('Install IIS', 'Join the domain'),
        outcome: word('ok', 'failed', 'success', 'nonsense'),
        host: word('dc1', 'web1'),
        phase: word('booting', 'ready', 'rebooting'),
        index: fc.integer({ min: 0, max: 2 }),
        resource: word('dc1', 'net'),
        status: word('COMPLETE', 'FAILED'),
      },
      { requiredKeys: [] },
    ),
  });

const anyLog = fc
  .integer({ min: 0, max: 40 })
  .chain(
    (length) => fc.tuple(...Array.from({ length }, (_, index) => anyEvent(index + 1))) as fc.Arbitrary<VetroEvent[]>,
  );

describe('folding the event log', () => {
  it('gives the same picture for a snapshot and the stream after it as for all events at once', () => {
    fc.assert(
      fc.property(anyLog, fc.nat(40), (log, cut) => {
        const snapshot = JSON.parse(JSON.stringify(foldEvents(EMPTY_PROGRESS, log.slice(0, cut))));
        expect(foldEvents(snapshot, log.slice(cut))).toEqual(foldEvents(EMPTY_PROGRESS, log));
      }),
    );
  });

  it('ignores events it already has', () => {
    fc.assert(
      fc.property(anyLog, fc.infiniteStream(fc.nat(39)), (log, picks) => {
        const once = foldEvents(EMPTY_PROGRESS, log);
        const again =
          log.length === 0 ? [] : Array.from({ length: 20 }, () => log[picks.next().value % log.length] as VetroEvent);
        expect(foldEvents(once, again)).toBe(once);
        expect(foldEvents(EMPTY_PROGRESS, [...log, ...again])).toEqual(once);
      }),
    );
  });

  it('does not mind the order of arrival, nor how the events are cut into batches', () => {
    fc.assert(
      fc.property(
        anyLog.chain((log) => fc.tuple(fc.constant(log), fc.shuffledSubarray(log, { minLength: log.length }))),
        ([log, shuffled]) => {
          const oneByOne = shuffled.reduce((progress, event) => foldEvents(progress, [event]), EMPTY_PROGRESS);
          expect(oneByOne).toEqual(foldEvents(EMPTY_PROGRESS, log));
        },
      ),
    );
  });

  it('never writes to a picture it was given', () => {
    fc.assert(
      fc.property(anyLog, fc.nat(40), (log, cut) => {
        const before = foldEvents(EMPTY_PROGRESS, log.slice(0, cut));
        const copy = structuredClone(before);
        foldEvents(before, log.slice(cut));
        expect(before).toEqual(copy);
      }),
    );
  });

  it('knows where a stream resumes', () => {
    fc.assert(
      fc.property(anyLog, (log) => {
        expect(foldEvents(EMPTY_PROGRESS, log).lastSeq).toBe(log.length);
      }),
    );
  });
});

describe('what a deployment tells', () => {
  let seq = 0;
  const event = (kind: VetroEvent['kind'], more: Partial<VetroEvent> = {}): VetroEvent => {
    seq += 1;
    return {
      environmentId: 'e',
      seq,
      runId: 'd',
      at: new Date(1_700_000_000_000 + seq * 1000).toISOString(),
      kind,
      level: 'info',
      entity: 'environment',
      entityId: 'e',
      text: '',
      data: {},
      ...more,
    };
  };
  const log = [
    event('run.queued', { data: { kind: 'deploy', userName: 'mia' } }),
    event('run.started'),
    event('effect.started', {
      entity: 'unit',
      entityId: 'u1',
      text: 'Creating the domain on dc1',
      data: { effectId: 'x', effect: 'plan', title: 'CreatePrimaryDC', unitId: 'u1', serviceId: 's', host: 'dc1' },
    }),
    event('machine.changed', { entity: 'unit', entityId: 'u1', data: { host: 'dc1', phase: 'rebooting' } }),
    event('command.finished', {
      data: { effectId: 'x', host: 'dc1', command: 'Install-Role', index: 0, count: 2, ok: true },
    }),
    event('effect.finished', {
      data: {
        effectId: 'x',
        outcome: 'failed',
        durationMs: 1200,
        problem: { code: 'plan_failed', sentence: 'The plan failed on dc1.', details: { output: 'boom' } },
      },
    }),
    event('report', { level: 'error', entity: 'unit', entityId: 'u1', text: 'Could not create the domain' }),
    event('report', { level: 'debug', entity: 'unit', entityId: 'u1', text: 'noise' }),
    event('run.finished', { data: { outcome: 'failed' } }),
  ];
  const deployment = foldEvents(EMPTY_PROGRESS, log).deployments.d;

  it('who started it, when, and how it ended', () => {
    expect(deployment).toMatchObject({ userName: 'mia', kind: 'deploy', outcome: 'failed' });
    expect(deployment?.startedAt).toBe(log[1]?.at);
    expect(deployment?.finishedAt).toBe(log[8]?.at);
  });

  it('each effect with its start, its end, its outcome and its own words', () => {
    expect(deployment?.effects.x).toMatchObject({
      title: 'CreatePrimaryDC',
      unitId: 'u1',
      host: 'dc1',
      startedAt: log[2]?.at,
      endedAt: log[5]?.at,
      outcome: 'failed',
      problem: { code: 'plan_failed', details: { output: 'boom' } },
    });
  });

  it('the current sentence of a unit, without the debug noise', () => {
    expect(deployment?.sentences['unit:u1']?.text).toBe('Could not create the domain');
  });

  it('every warning and error', () => {
    expect(Object.values(deployment?.issues ?? {}).map((issue) => issue.text)).toEqual(['Could not create the domain']);
  });

  it('what a machine is doing, and which unit it belongs to', () => {
    expect(foldEvents(EMPTY_PROGRESS, log).machines.dc1).toMatchObject({ phase: 'rebooting', unitId: 'u1' });
  });
});
