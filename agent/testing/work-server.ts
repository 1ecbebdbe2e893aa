import http from 'node:http';
import type { AddressInfo } from 'node:net';
import type { AgentWork, PollRequest } from '@/lib/formats/agent-channel/messages';

/** A server that knows nothing but what work there is for its agent. */
export interface WorkServer {
  url: string;
  /** what the agent has asked so far */
  polls: PollRequest[];
  close(): Promise<void>;
}

/** @param next what there is to do for an agent that asks; null: nothing, which it is told when it has to ask again */
export async function startWorkServer(next: (request: PollRequest) => AgentWork | null): Promise<WorkServer> {
  const polls: PollRequest[] = [];
  const server = http.createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (text) => {
      body += text;
    });
    request.on('end', () => {
      const poll = JSON.parse(body) as PollRequest;
      polls.push(poll);
      const work = next(poll);
      // An agent that nobody has work for waits for its answer.
      if (work) response.end(JSON.stringify(work));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    polls,
    close: () => {
      server.closeAllConnections();
      return new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}
