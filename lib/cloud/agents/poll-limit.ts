import { LRUCache } from 'lru-cache';
import { errors } from '@/lib/errors';

/**
 * So many calls for work one agent may make in a window. A call stays open until there is something to do, so that an
 * agent needs one in half a minute, and two for each plan.
 */
const MAX_POLLS = 120;
const WINDOW_MS = 10_000;
/** So many agents are counted at a time; whoever was not heard of for longest is forgotten. */
const MAX_AGENTS = 10_000;

/** Bounds how often one agent asks a process for work. */
export interface PollLimit {
  /**
   * Counts a call.
   *
   * @param agent what tells agents apart
   * @throws limit_exceeded `too_many_polls` with the time after which the agent is answered again
   */
  count(agent: string): void;
}

/** Counts the calls of each agent, in windows that begin with its first call. */
export function createPollLimit(now: () => Date): PollLimit {
  const windows = new LRUCache<string, { endsAt: number; polls: number }>({ max: MAX_AGENTS });
  return {
    count: (agent) => {
      const at = now().getTime();
      const known = windows.get(agent);
      const window = known && at < known.endsAt ? known : { endsAt: at + WINDOW_MS, polls: 0 };
      windows.set(agent, window);
      window.polls += 1;
      if (window.polls <= MAX_POLLS) return;
      throw errors.limitExceeded(
        'too_many_polls',
        'This agent asks for work too often. A call waits for work by itself.',
        {
          retryAfterSeconds: Math.ceil((window.endsAt - at) / 1_000),
        },
      );
    },
  };
}
