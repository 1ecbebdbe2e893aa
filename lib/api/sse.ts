import 'server-only';
import type { Container } from '@/lib/container/container';
import { isVetroError, type VetroError } from '@/lib/errors';
import type { Actor } from '@/lib/model/actor';
import { jsonInLanguage } from '@/lib/model/policies/every-language';
import { authorize } from './authorize';
import type { UserAccess } from './endpoint';
import { problemOf } from './problem';
import { languageOfBrowser } from './reader-language';
import type { ApiRequest } from './request';
import { SAFE_HEADERS } from './response';

/**
 * How often a stream shows that it lives, and asks whether its reader still may read, in milliseconds: proxies close
 * silent connections, and a token may expire. What is revoked ends a stream at once.
 */
const HEARTBEAT_MS = 15_000;
/** After how long a browser comes back, in milliseconds. */
const RETRY_MS = 1_000;
/** A reader that is so many bytes behind is cut off; it comes back and reads on from its last number. */
const MAX_WAITING_BYTES = 1024 * 1024;

/** The last message of a stream whose reader may no longer read; its data is a problem document. */
const ENDED = 'ended';

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

/** What of a call a stream needs. */
export interface StreamCall {
  request: ApiRequest;
  actor: Actor | null;
  requestId: string;
  container: Pick<Container, 'streams' | 'log' | 'auth' | 'config'>;
}

/**
 * Answers with server-sent events until the client goes away, may no longer read, the process stops or `close`
 * is called. Who may no longer read is told why by a last message, `ended`, with a problem document.
 *
 * @param call what a handler of `serve` gets
 * @param start subscribes and sends; returns what to do once the stream has ended (called once). When it throws,
 *   the stream ends, and the client comes back to ask again
 * @param access who may read: asked again at each heartbeat, and when rights of the reader's user or tenant change
 */
export function eventStream(
  { request, actor, requestId, container }: StreamCall,
  start: (writer: StreamWriter) => Promise<() => void> | (() => void),
  access: UserAccess = 'reader',
): Response {
  const ended = new AbortController();
  const encoder = new TextEncoder();
  const language = languageOfBrowser(request.headers);
  let finish = () => {};

  const body = new ReadableStream<Uint8Array>(
    {
      async start(controller) {
        const write = (text: string) => {
          if (ended.signal.aborted) return;
          controller.enqueue(encoder.encode(jsonInLanguage(text, language)));
          if ((controller.desiredSize ?? 0) < -MAX_WAITING_BYTES) finish();
        };
        // While it is being asked whether the reader may read, messages wait for the response.
        let asking = 0;
        let held: string[] = [];
        let heldLength = 0;
        let closing = false;
        const sendOrHold = (text: string) => {
          if (asking === 0) return write(text);
          held.push(text);
          heldLength += text.length;
          if (heldLength > MAX_WAITING_BYTES) finish();
        };
        const close = () => {
          if (asking === 0) finish();
          else closing = true;
        };
        const recheck = async () => {
          if (ended.signal.aborted) return;
          asking += 1;
          const refusal = await authorize(access, request, container, false).then(() => null, refusalIn);
          asking -= 1;
          if (refusal) {
            write(encode({ event: ENDED, data: problemOf(refusal, requestId, actor) }));
            finish();
          }
          if (asking > 0) return;
          for (const text of held) write(text);
          held = [];
          heldLength = 0;
          if (closing) finish();
        };
        const heartbeat = setInterval(() => {
          write(': still here\n\n');
          void recheck();
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
        forget = container.streams.add({
          close: finish,
          recheck: () => void recheck(),
          concerns: actor ? [actor.userId, actor.tenantId] : [],
        });
        request.signal.addEventListener('abort', finish);
        if (request.signal.aborted) finish();
        write(`retry: ${RETRY_MS}\n\n`);
        // What was revoked between the request's first look and now was told to nobody.
        void recheck();
        try {
          const stop = await start({ send: (message) => sendOrHold(encode(message)), close, signal: ended.signal });
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

/** A refusal to read; null for any other error: a database that is away has refused nobody. */
function refusalIn(error: unknown): VetroError | null {
  return isVetroError(error) && (error.kind === 'not_authenticated' || error.kind === 'forbidden') ? error : null;
}

function encode({ id, event, data }: StreamMessage): string {
  const lines = [
    ...(id === undefined ? [] : [`id: ${id}`]),
    ...(event === undefined ? [] : [`event: ${event}`]),
    `data: ${JSON.stringify(data)}`,
  ];
  return `${lines.join('\n')}\n\n`;
}
