import { describe, expect, it } from 'vitest';
import type { VetroEvent } from '../event';
import { foldEvents } from './fold';
import { notExecutedIn } from './not-executed';
import { ProgressSchema } from './progress-schema';
import { EMPTY_PROGRESS, emptyRun } from './projection';
import { withoutPastCommands, withSnapshot } from './snapshot';

const event = (seq: number, kind: VetroEvent['kind'], data: VetroEvent['data'] = {}, runId = 'r'): VetroEvent => ({
  environmentId: 'e',
  seq,
  runId,
  at: new Date(1_700_000_000_000 + seq * 1000).toISOString(),
  kind,
  level: 'info',
  entity: 'unit',
  entityId: 'u',
  text: `event ${seq}`,
  data,
});
const LOG = [
  event(1, 'run.queued', { kind: 'deploy' }),
  event(2, 'run.started'),
  event(3, 'effect.started', { effectId: 'a', effect: 'plan', host: 'web1' }),
  event(4, 'command.finished', { effectId: 'a', index: 0, count: 2, host: 'web1', command: 'x', ok: true }),
  event(5, 'machine.changed', { host: 'web1', phase: 'rebooting' }),
  event(6, 'effect.finished', { effectId: 'a', outcome: 'ok' }),
  event(7, 'run.finished', { outcome: 'success' }),
];
const fold = (events: VetroEvent[]) => foldEvents(EMPTY_PROGRESS, events);

describe('a picture that the server has folded', () => {
  it.each([0, 3, 5, 7])('and the events after its number %i are the picture of all events', (count) => {
    const snapshot = fold(LOG.slice(0, count));
    expect(foldEvents(withSnapshot(EMPTY_PROGRESS, snapshot, []), LOG.slice(count))).toEqual(fold(LOG));
  });

  it('takes in what came by the stream before it was there', () => {
    const streamed = LOG.slice(4);
    expect(withSnapshot(fold(streamed), fold(LOG.slice(0, 5)), streamed)).toEqual(fold(LOG));
  });

  it('takes nothing back that is known already', () => {
    expect(withSnapshot(fold(LOG), fold(LOG.slice(0, 3)), LOG)).toEqual(fold(LOG));
  });

  it('leaves other runs as they are known', () => {
    const other = fold([event(9, 'run.started', {}, 'other')]);
    expect(withSnapshot(other, fold(LOG), []).deployments).toMatchObject({ r: { outcome: 'success' }, other: {} });
  });

  it('holds the commands of steps under way, not those of steps that are over, and is what the API may answer', () => {
    const sent = (events: VetroEvent[]) => ProgressSchema.parse(withoutPastCommands(fold(events)));
    expect(Object.keys(sent(LOG.slice(0, 5)).deployments.r?.commands ?? {})).toEqual(['a/0']);
    expect(sent(LOG.slice(0, 6)).deployments.r?.commands).toEqual({});
  });

  it('holds what was not executed to the end, so that a run that is over tells of it', () => {
    const passedOver = { effectId: 'a', index: 1, count: 2, host: 'web1', command: 'y', ok: true, executed: false };
    const log = [
      ...LOG,
      event(8, 'command.finished', passedOver),
      event(9, 'command.finished', { ...passedOver, index: 2 }),
    ];
    const { deployments } = ProgressSchema.parse(withoutPastCommands(fold(log)));
    expect(notExecutedIn(deployments.r ?? emptyRun('r'))).toMatchObject([{ command: 'y', host: 'web1' }]);
    expect(notExecutedIn(fold(LOG).deployments.r ?? emptyRun('r'))).toEqual([]);
  });
});
