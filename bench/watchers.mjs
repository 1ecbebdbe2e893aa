// Event streams that are listened to, as open pages listen.
import http from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { createParser } from 'eventsource-parser';

/**
 * Opens event streams and notes how long each event took from being appended to being heard. Both clocks are this
 * machine's.
 *
 * @param {string[]} addresses of the streams, one for each watcher
 */
export async function watch(base, token, addresses) {
  const latencies = [];
  const counts = addresses.map(() => 0);
  const requests = await Promise.all(
    addresses.map((address, watcher) =>
      listen(base, token, address, (at) => {
        latencies.push(Date.now() - Date.parse(at));
        counts[watcher] += 1;
      }),
    ),
  );
  return {
    latencies,
    /** Waits until every watcher has heard so many events. */
    received: async (many) => {
      for (const until = Date.now() + 30_000; counts.some((count) => count < many); ) {
        if (Date.now() > until) throw new Error(`received after 30 s: ${Math.min(...counts)} of ${many}`);
        await pause(5);
      }
    },
    close: () => {
      for (const request of requests) request.destroy();
    },
  };
}

/** How long a page waits before it opens a stream again that has ended, in milliseconds. */
const COME_BACK_MS = 1_000;

/**
 * A stream that is opened again when it ends, as those of pages are.
 *
 * @param {() => URL} base where it is opened the next time
 * @param {{onEvent: (at: number) => void, onEnd: () => void}} on `onEvent`: when what was heard was appended, of events since the stream was opened
 * @returns ends it
 */
export async function keepWatching(base, token, address, { onEvent, onEnd }) {
  let isOver = false;
  let request = null;
  async function open() {
    const openedAt = Date.now();
    request = await listen(
      base(),
      token,
      address,
      (at) => {
        // What happened while nobody listened is no figure of this stream.
        if (Date.parse(at) >= openedAt) onEvent(Date.parse(at));
      },
      () => void again(),
    );
    if (isOver) request.destroy();
  }
  async function again() {
    for (;;) {
      if (isOver) return;
      onEnd();
      await pause(COME_BACK_MS);
      try {
        return await open();
      } catch {
        // Not yet: it is tried again.
      }
    }
  }
  await open();
  return () => {
    isOver = true;
    request?.destroy();
  };
}

function listen(base, token, address, onEvent, onEnd = () => {}) {
  return new Promise((resolve, reject) => {
    const headers = { 'x-auth-token': token, accept: 'text/event-stream' };
    const request = http.get({ host: base.hostname, port: base.port, path: address, headers }, (response) => {
      if (response.statusCode !== 200) {
        response.resume();
        reject(new Error(`${address} answered ${response.statusCode}`));
        return;
      }
      const parser = createParser({
        onEvent: ({ data }) => {
          const { at } = JSON.parse(data);
          if (at !== undefined) onEvent(at);
        },
      });
      response.setEncoding('utf8').on('data', (chunk) => parser.feed(chunk));
      response.on('error', () => undefined);
      response.once('close', onEnd);
      resolve(request);
    });
    request.on('error', reject);
  });
}
