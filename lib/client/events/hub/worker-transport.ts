import type { CreateTransport, HubTransport } from './hub-client';
import type { ToTab } from './messages';

/** What is needed of a shared worker. */
export interface HubWorker {
  port: MessagePort;
  addEventListener(type: 'error', listener: () => void): void;
}

/**
 * The transport to a hub in a shared worker, which outlives every page but the last.
 *
 * @param start connects to the worker; starts it where it does not run
 * @param fallback the transport where the browser does not let the worker run
 */
export function workerTransport(start: () => HubWorker, fallback: CreateTransport): CreateTransport {
  return (page) => {
    let port: MessagePort | null = null;
    let other: HubTransport | null = null;
    let answered = false;
    let attempts = 0;

    function fallBack(): void {
      port?.close();
      port = null;
      other ??= fallback(page);
    }

    function connect(): void {
      attempts += 1;
      try {
        const worker = start();
        const opened = worker.port;
        port = opened;
        worker.addEventListener('error', () => {
          if (!answered) fallBack();
        });
        opened.onmessage = ({ data }: MessageEvent<ToTab>) => {
          answered = true;
          if (port === opened) page.receive(data);
        };
        queueMicrotask(() => {
          if (port === opened) page.moved();
        });
      } catch {
        fallBack();
      }
    }

    connect();
    return {
      send: (message) => (other ? other.send(message) : port?.postMessage(message)),
      reconnect() {
        if (other) return other.reconnect();
        port?.close();
        // a worker that has never answered may be one that never will
        if (!answered && attempts > 1) fallBack();
        else connect();
      },
      leave: () => other?.leave(),
    };
  };
}
