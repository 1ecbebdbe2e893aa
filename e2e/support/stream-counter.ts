import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { serverUrl } from './api';

/** A proxy before the server for one browser alone: it counts the event streams that pass, and can stop them. */
export interface StreamCounter {
  url: string;
  /** event streams that are open now */
  open(): number;
  /** ends all streams and lets none begin until `release` */
  hold(): void;
  release(): void;
  close(): void;
}

/** Opens the proxy on a free port. */
export async function countStreams(): Promise<StreamCounter> {
  const streams = new Set<http.ServerResponse>();
  let held = false;
  const proxy = http.createServer((request, response) => {
    const asksForStream = request.headers.accept === 'text/event-stream';
    if (held && asksForStream) {
      response.destroy();
      return;
    }
    const onward = http.request(
      new URL(request.url ?? '/', serverUrl()),
      { method: request.method, headers: request.headers },
      (answer) => {
        if (answer.headers['content-type']?.startsWith('text/event-stream')) streams.add(response);
        response.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(response);
        answer.on('error', () => response.destroy());
      },
    );
    onward.on('error', () => response.destroy());
    response.on('close', () => {
      streams.delete(response);
      onward.destroy();
    });
    request.pipe(onward);
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  // a story that fails before it closes the proxy must not keep its worker
  proxy.unref();
  return {
    url: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    open: () => streams.size,
    hold() {
      held = true;
      for (const stream of streams) stream.destroy();
    },
    release() {
      held = false;
    },
    close() {
      proxy.closeAllConnections();
      proxy.close();
    },
  };
}
