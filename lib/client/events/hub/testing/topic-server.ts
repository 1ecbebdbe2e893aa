import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type EventTopic, environmentOf, readTopic, type TopicRequest } from '@/lib/model/event-topics';

/** An HTTP server that answers as the stream of several topics does, of logs that a test writes. */
export interface TopicServer {
  /** of the stream */
  address: string;
  /** who is signed in: in the one tenant there is; null: nobody */
  user: string | null;
  /** topics that nobody may follow */
  refused: Set<EventTopic>;
  /** what was asked, one list of requests for each connection */
  asked: TopicRequest[][];
  /** connections that are open now */
  open(): number;
  /** as many as were ever open at once */
  most(): number;
  /** appends the next event to an environment's log */
  append(environmentId: string): void;
  /** breaks all connections */
  cut(): void;
  close(): void;
}

/** Starts one on a free port. */
export async function startTopicServer(): Promise<TopicServer> {
  const logs = new Map<string, number>();
  const connections = new Map<ServerResponse, TopicRequest[]>();
  let most = 0;

  function send(response: ServerResponse, topic: EventTopic, environmentId: string, seq: number): void {
    const data = JSON.stringify({ environmentId, seq });
    response.write(`id: ${environmentId}:${seq}\nevent: ${topic}\ndata: ${data}\n\n`);
  }

  const server = createServer((request, response) => {
    const requests = new URL(request.url ?? '', 'http://x').searchParams.getAll('topic').map(readTopic);
    self.asked.push(requests);
    if (self.user === null || requests.length === 0) {
      response.writeHead(self.user === null ? 401 : 400).end();
      return;
    }
    connections.set(response, requests);
    most = Math.max(most, connections.size);
    response.on('close', () => connections.delete(response));
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write(`event: viewer\ndata: ${JSON.stringify({ userId: self.user, tenantId: 't' })}\n\n`);
    for (const { topic, after } of requests) {
      const refused = self.refused.has(topic);
      response.write(`event: ${refused ? 'refused' : 'following'}\ndata: ${JSON.stringify({ topic })}\n\n`);
      const environmentId = environmentOf(topic);
      if (refused || environmentId === null) continue;
      for (let seq = after + 1; seq <= (logs.get(environmentId) ?? 0); seq++) send(response, topic, environmentId, seq);
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));

  const self: TopicServer = {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    user: 'max',
    refused: new Set(),
    asked: [],
    open: () => connections.size,
    most: () => most,
    append(environmentId) {
      const seq = (logs.get(environmentId) ?? 0) + 1;
      logs.set(environmentId, seq);
      for (const [response, requests] of connections)
        for (const { topic } of requests)
          if ((environmentOf(topic) ?? environmentId) === environmentId && !self.refused.has(topic))
            send(response, topic, environmentId, seq);
    },
    cut: () => server.closeAllConnections(),
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
  return self;
}
