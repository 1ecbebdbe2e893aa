import type { MakeWay, Way } from './link';
import type { ToTab } from './messages';

/** What is needed of a shared worker. */
export interface HubWorker {
  port: MessagePort;
  addEventListener(type: 'error', listener: () => void): void;
}

/**
 * The way to a hub in a shared worker, which outlives every page but the last.
 *
 * @param start connects to the worker; starts it where it does not run
 * @param instead the way where the browser does not let the worker run
 */
export function workerWay(start: () => HubWorker, instead: MakeWay): MakeWay {
  return (page) => {
    let port: MessagePort | null = null;
    let other: Way | null = null;
    let answered = false;
    let attempts = 0;

    function doWithout(): void {
      port?.close();
      port = null;
      other ??= instead(page);
    }

    function connect(): void {
      attempts += 1;
      try {
        const worker = start();
        const opened = worker.port;
        port = opened;
        worker.addEventListener('error', () => {
          if (!answered) doWithout();
        });
        opened.onmessage = ({ data }: MessageEvent<ToTab>) => {
          answered = true;
          if (port === opened) page.receive(data);
        };
        queueMicrotask(() => {
          if (port === opened) page.moved();
        });
      } catch {
        doWithout();
      }
    }

    connect();
    return {
      send: (message) => (other ? other.send(message) : port?.postMessage(message)),
      renew() {
        if (other) return other.renew();
        port?.close();
        // a worker that has never answered may be one that never will
        if (!answered && attempts > 1) doWithout();
        else connect();
      },
      leave: () => other?.leave(),
    };
  };
}
