import { describe, expect, it } from 'vitest';
import type { VetroEvent } from '@/lib/model/event';
import type { JsonObject } from '@/lib/model/json';
import type { ListedSessionView } from '@/lib/model/views';
import { patchedSessions } from './sessions';

const MINE: ListedSessionView = {
  ...{ id: 's', environment_id: 'e', created: '2030-01-01T00:00:00.000Z', updated: '2030-01-01T00:00:01.000Z' },
  ...{ user_id: 'u', version: 1, state: 'open', user_name: 'Max', changes: 1, mine: true, invalidated_by: null },
};
const OTHER: ListedSessionView = { ...MINE, id: 'o', mine: false };
const event = (kind: VetroEvent['kind'], data: JsonObject, second = 5): VetroEvent => ({
  ...{ environmentId: 'e', seq: 1, runId: null, kind, level: 'info', entity: 'environment', entityId: 'e', text: '' },
  at: `2030-01-01T00:00:0${second}.000Z`,
  data,
});
const sessionsAfter = (kind: VetroEvent['kind'], data: JsonObject, second?: number) =>
  patchedSessions([MINE, OTHER], event(kind, data, second));

describe('the sessions of an environment', () => {
  it('tell how many changes a draft holds after each edit', () => {
    expect(sessionsAfter('session.changed', { sessionId: 's', changes: 4 })).toMatchObject([
      { id: 's', changes: 4 },
      OTHER,
    ]);
  });

  it('do not go back: an edit from before they were asked for changes nothing', () => {
    expect(sessionsAfter('session.changed', { sessionId: 's', changes: 0 }, 0)).toMatchObject([MINE, OTHER]);
  });

  it('are told of an edit in the very second of which their answer is, which tells whole seconds', () => {
    const opened = { ...MINE, changes: 0, updated: '2030-01-01T00:00:05Z' };
    const edited = { ...event('session.changed', { sessionId: 's', changes: 2 }), at: '2030-01-01T00:00:05.322Z' };
    expect(patchedSessions([opened], edited)).toMatchObject([{ id: 's', changes: 2 }]);
  });

  it('lose a draft that is thrown away', () => {
    expect(sessionsAfter('session.closed', { sessionId: 's', reason: 'discarded' })).toEqual([OTHER]);
    expect(sessionsAfter('session.closed', { sessionId: 'x', reason: 'discarded' })).toEqual([MINE, OTHER]);
  });

  it('keep a draft that was deployed, and one that was overtaken with who did it', () => {
    expect(sessionsAfter('session.closed', { sessionId: 's', reason: 'deployed' })).toMatchObject([
      { state: 'deployed' },
      OTHER,
    ]);
    expect(sessionsAfter('session.invalidated', { sessionId: 'o', bySessionId: 's' })).toMatchObject([
      MINE,
      { id: 'o', state: 'invalid', invalidated_by: 's' },
    ]);
  });

  it('are asked for when somebody opens one', () => {
    expect(sessionsAfter('session.opened', { sessionId: 'new' })).toBe('ask');
  });

  it('are not concerned by other events', () => {
    expect(sessionsAfter('run.started', {})).toEqual([MINE, OTHER]);
  });
});
