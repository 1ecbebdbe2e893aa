import { createParser, type EventSourceMessage } from 'eventsource-parser';

/** live: messages flow; retrying: lost, coming back; refused: the server said no, trying again would not help. */
export type ConnectionState = 'connecting' | 'live' | 'retrying' | 'refused';

export interface StreamOptions {
  /** asked at each attempt: it says after which number to go on */
  url(): string;
  onMessage(message: EventSourceMessage): void;
  onState(state: ConnectionState): void;
  /** longest silence before the connection counts as lost, in milliseconds; the server's heartbeat is 15 s */
  silenceMs?: number;
  /** first pause before coming back, in milliseconds; doubles up to `pauseMaxMs` */
  pauseMs?: number;
  pauseMaxMs?: number;
}

/**
 * Keeps one event stream open: comes back after every loss with growing pauses, goes on after the last
 * number, and notices a connection that has silently died. Fetch instead of EventSource, because that
 * one cannot tell "gone" from "forbidden". Returns the function that closes it.
 */
export function openStream(options: StreamOptions): () => void {
  const { silenceMs = 45_000, pauseMs = 500, pauseMaxMs = 15_000 } = options;
  const closing = new AbortController();
  let failures = 0;

  const run = async () => {
    while (!closing.signal.aborted) {
      options.onState(failures === 0 ? 'connecting' : 'retrying');
      const refused = await readOnce(options, silenceMs, closing.signal, () => {
        failures = 0;
        options.onState('live');
      });
      if (closing.signal.aborted) return;
      if (refused) {
        options.onState('refused');
        return;
      }
      failures += 1;
      options.onState('retrying');
      // half of the pause is random, so that a restarted server is not met by everyone at once
      const longest = Math.min(pauseMaxMs, pauseMs * 2 ** (failures - 1));
      await pause(longest / 2 + (Math.random() * longest) / 2, closing.signal);
    }
  };
  void run();
  return () => closing.abort();
}

/** Reads one connection to its end; true when the server refused it for good. */
async function readOnce(
  options: StreamOptions,
  silenceMs: number,
  closing: AbortSignal,
  onOpen: () => void,
): Promise<boolean> {
  const silence = new AbortController();
  let timer = setTimeout(() => silence.abort(), silenceMs);
  try {
    const response = await fetch(options.url(), {
      headers: { accept: 'text/event-stream' },
      cache: 'no-store',
      signal: AbortSignal.any([closing, silence.signal]),
    });
    if (!response.ok || !response.body)
      return response.status >= 400 && response.status < 500 && response.status !== 429;
    onOpen();
    const parser = createParser({ onEvent: options.onMessage });
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return false;
      clearTimeout(timer);
      timer = setTimeout(() => silence.abort(), silenceMs);
      parser.feed(value);
    }
  } catch {
    // lost, silent or closed: the caller decides whether to come back
    return false;
  } finally {
    clearTimeout(timer);
  }
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(done, ms);
    signal.addEventListener('abort', done, { once: true });
    function done() {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      resolve();
    }
  });
}
