import { describe, expect, it } from 'vitest';
import { readEvent } from './read-event';

const EVENT = {
  environmentId: 'e',
  seq: 7,
  runId: null,
  at: '2030-01-01T00:00:00Z',
  kind: 'report',
  level: 'info',
  entity: 'environment',
  entityId: 'e',
  text: 'A machine is ready',
  data: {},
};

describe('a message of the stream', () => {
  it('is the event it holds', () => {
    expect(readEvent(JSON.stringify(EVENT))).toEqual(EVENT);
  });

  it.each([
    ['no JSON', 'hello'],
    ['no object', '[1]'],
    ['nothing', ''],
    ['without its number', JSON.stringify({ ...EVENT, seq: undefined })],
    ['numbered by a text', JSON.stringify({ ...EVENT, seq: '7' })],
    ['without its kind', JSON.stringify({ ...EVENT, kind: undefined })],
    ['with data that are none', JSON.stringify({ ...EVENT, data: null })],
  ])('is none when it is %s', (_what, text) => {
    expect(readEvent(text)).toBeNull();
  });
});
