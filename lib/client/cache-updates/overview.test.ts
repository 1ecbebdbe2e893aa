import type { InfiniteData } from '@tanstack/react-query';
import { describe, expect, it } from 'vitest';
import type { Overview } from '@/lib/model/administration';
import { EVENT_KINDS, type VetroEvent } from '@/lib/model/event';
import { changesOverview, withLastEvent } from './overview';

const run = (finished: string | null) => ({ id: 'r', last_event: '2030-01-01T00:00:05.000Z', finished });
const overview = (finished: string | null = null) =>
  ({
    pages: [
      {
        environments: [
          { id: 'e', deployment: run(finished) },
          { id: 'x', deployment: null },
        ],
      },
    ],
  }) as unknown as InfiniteData<Overview>;
const event = (second: number, runId = 'r') =>
  ({ environmentId: 'e', runId, at: `2030-01-01T00:00:0${second}.000Z` }) as VetroEvent;
const lastEvent = (data: InfiniteData<Overview> | undefined) => data?.pages[0]?.environments[0]?.deployment?.last_event;

describe('the overview of administrators', () => {
  it('knows when a run was last heard of, and never goes back', () => {
    expect(lastEvent(withLastEvent(overview(), event(9)))).toBe('2030-01-01T00:00:09.000Z');
    const shown = overview();
    expect(withLastEvent(shown, event(4))).toBe(shown);
  });

  it('is not changed by runs that it does not show, nor by one that is over', () => {
    const shown = overview();
    expect(withLastEvent(shown, event(9, 'another'))).toBe(shown);
    const over = overview('2030-01-01T00:00:06.000Z');
    expect(withLastEvent(over, event(9))).toBe(over);
    expect(withLastEvent(undefined, event(9))).toBeUndefined();
  });

  it('is judged anew by the server when runs, drafts, machines or environments come, change or go, not for each step', () => {
    expect(EVENT_KINDS.filter((kind) => !changesOverview({ kind }))).toEqual([
      'report',
      'run.planned',
      'effect.started',
      'effect.finished',
      'effect.handled',
      'command.finished',
      'output.printed',
      'resource.changed',
      'exception.requested',
      'exception.decided',
    ]);
  });
});
