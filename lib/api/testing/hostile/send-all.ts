import http from 'node:http';
import type { HostileRequest } from './requests';
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
}

/** Nothing was sent yet. */
export const noOutcomes = (): Outcomes => ({ statuses: new Map(), succeeded: new Set(), failures: [] });

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
      if (status < 500) continue;
      const sent = body?.toString('latin1').slice(0, 300);
      outcomes.failures.push(`${operation}: ${method} ${path.slice(0, 300)} ${sent} → ${text}`);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  agent.destroy();
}
