import 'server-only';
import type { Container } from '@/lib/container/container';
import { isVetroError } from '@/lib/errors';
import { admit } from './access';
import type { Access } from './operation';
import { SAFE_HEADERS } from './present';
import type { ApiRequest } from './request';

/**
 * How often a stream shows that it lives, and whether its reader still may read, in milliseconds: proxies close
 * silent connections, and a stream may outlive a token or a role.
 */
const HEARTBEAT_MS = 15_000;
/** After how long a browser comes back, in milliseconds. */
const RETRY_MS = 1_000;
/** A reader that is so many bytes behind is cut off; it comes back and reads on from its last number. */
const MOST_WAITING_BYTES = 1024 * 1024;

/** One message of a stream. */
export interface StreamMessage {
  /** what the client sends back as Last-Event-ID */
  id?: string | number;
  event?: string;
  /** sent as JSON */
  data: unknown;
}

export interface StreamWriter {
  /** Sends a message; does nothing once the stream has ended. */
  send(message: StreamMessage): void;
  /** Ends the stream. */
  close(): void;
  /** whether the stream has ended */
  readonly signal: AbortSignal;
}

/**
 * Answers with server-sent events until the client goes away, may no longer read, the process stops or `close`
 * is called.
 *
 * @param call the request and the container: what a handler of `serve` gets will do
 * @param access who may read: asked again at each heartbeat
 * @param start subscribes and sends; returns what to do once the stream has ended (called once). When it throws,
 *   the stream ends, and the client comes back to ask again
 */
export function eventStream(
  { request, container }: { request: ApiRequest; container: Pick<Container, 'streams' | 'log' | 'auth' | 'config'> },
  start: (writer: StreamWriter) => Promise<() => void> | (() => void),
  access: Access = 'reader',
): Response {
  const ended = new AbortController();
  const encoder = new TextEncoder();
  let finish = () => {};

  const body = new ReadableStream<Uint8Array>(
    {
      async start(controller) {
        const write = (text: string) => {
          if (ended.signal.aborted) return;
          controller.enqueue(encoder.encode(text));
          if ((controller.desiredSize ?? 0) < -MOST_WAITING_BYTES) finish();
        };
        const heartbeat = setInterval(() => {
          write(': still here\n\n');
          admit(access, request, container).catch((error) => isVetroError(error) && finish());
        }, HEARTBEAT_MS);
        let forget = () => {};
        // Cancel, abort and shutdown may all come, in any order, or only one of them.
        finish = () => {
          if (ended.signal.aborted) return;
          ended.abort();
          clearInterval(heartbeat);
          forget();
          request.signal.removeEventListener('abort', finish);
          try {
            controller.close();
          } catch {
            // The client cancelled it already.
          }
        };
        // A server that is stopping ends it here and now.
        forget = container.streams.add(finish);
        request.signal.addEventListener('abort', finish);
        if (request.signal.aborted) finish();
        write(`retry: ${RETRY_MS}\n\n`);
        try {
          const stop = await start({ send: (message) => write(encode(message)), close: finish, signal: ended.signal });
          if (ended.signal.aborted) stop();
          else ended.signal.addEventListener('abort', stop, { once: true });
        } catch (error) {
          container.log.error({ err: error }, 'event stream failed');
          finish();
        }
      },
      cancel: () => finish(),
    },
    new ByteLengthQueuingStrategy({ highWaterMark: 0 }),
  );
  return new Response(body, {
    headers: {
      ...SAFE_HEADERS,
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store, no-transform',
      connection: 'keep-alive',
      // Proxies of the nginx family would collect the stream otherwise.
      'x-accel-buffering': 'no',
    },
  });
}

function encode({ id, event, data }: StreamMessage): string {
  const lines = [
    ...(id === undefined ? [] : [`id: ${id}`]),
    ...(event === undefined ? [] : [`event: ${event}`]),
    `data: ${JSON.stringify(data)}`,
  ];
  return `${lines.join('\n')}\n\n`;
}
