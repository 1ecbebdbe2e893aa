import http from 'node:http';
import type { HostileRequest } from './requests';
import { HEXADECIMAL_WORD } from './samples';
import { send } from './send';

const AT_ONCE = 6;

/** What became of many requests. */
export interface Outcomes {
  /** how often each status was answered; null where the client hung up, or the server ended a connection */
  statuses: Map<number | null, number>;
  /** the operations that did what they were asked for at least once */
  succeeded: Set<string>;
  /** what was answered with a failure of ours */
  failures: string[];
  /** words for people that name something by its id */
  rawIds: string[];
}

/** What people read of an answer, and ids in it. */
const WORDS = /"(?:sentence|detail|title|label)":"((?:[^"\\]|\\.)*)"/g;
const ID = /(?<![\da-f-])(?:[\da-f]{32}|[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})(?![\da-f-])/gi;

/** Words that name something by an id that was not sent: one that was is told of as it came. */
function rawIdsIn(answer: string, sent: string): string[] {
  const words = [...answer.matchAll(WORDS)].map(([, text = '']) => text);
  return words.filter((text) => [...text.matchAll(ID)].some(([id]) => id !== HEXADECIMAL_WORD && !sent.includes(id)));
}

/** Nothing was sent yet. */
export const noOutcomes = (): Outcomes => ({ statuses: new Map(), succeeded: new Set(), failures: [], rawIds: [] });

/**
 * Sends requests, a few at once.
 *
 * @param outcomes to which what becomes of them is added
 */
export async function sendAll(port: number, requests: HostileRequest[], outcomes: Outcomes): Promise<void> {
  const agent = new http.Agent({ keepAlive: true, maxSockets: AT_ONCE });
  const waiting = [...requests];
  const worker = async () => {
    for (let request = waiting.pop(); request; request = waiting.pop()) {
      const { operation, method, path, body } = request;
      const { status, text } = await send(port, agent, request);
      outcomes.statuses.set(status, (outcomes.statuses.get(status) ?? 0) + 1);
      if (status === null) continue;
      if (status < 300) outcomes.succeeded.add(operation);
      const sent = body?.toString('latin1') ?? '';
      for (const words of rawIdsIn(text, `${path} ${sent}`))
        outcomes.rawIds.push(`${operation}: ${words.slice(0, 300)}`);
      if (status < 500) continue;
      outcomes.failures.push(`${operation}: ${method} ${path.slice(0, 300)} ${sent.slice(0, 300)} → ${text}`);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  agent.destroy();
}
