// Event streams that are listened to, as open pages listen.
import http from 'node:http';
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
  const requests = await Promise.all(addresses.map((address, watcher) => open(address, watcher)));

  function open(address, watcher) {
    return new Promise((resolve, reject) => {
      const headers = { 'x-auth-token': token, accept: 'text/event-stream' };
      const request = http.get({ host: base.hostname, port: base.port, path: address, headers }, (response) => {
        if (response.statusCode !== 200) return reject(new Error(`${address} answered ${response.statusCode}`));
        const parser = createParser({
          onEvent: ({ data }) => {
            const { at } = JSON.parse(data);
            if (at === undefined) return;
            latencies.push(Date.now() - Date.parse(at));
            counts[watcher] += 1;
          },
        });
        response.setEncoding('utf8').on('data', (chunk) => parser.feed(chunk));
        response.on('error', () => undefined);
        resolve(request);
      });
      request.on('error', reject);
    });
  }

  return {
    latencies,
    /** Waits until every watcher has heard so many events. */
    received: async (many) => {
      for (const until = Date.now() + 30_000; counts.some((count) => count < many); ) {
        if (Date.now() > until) throw new Error(`received after 30 s: ${Math.min(...counts)} of ${many}`);
        await new Promise((resolve) => setTimeout(resolve, 5));
      }
    },
    close: () => {
      for (const request of requests) request.destroy();
    },
  };
}
