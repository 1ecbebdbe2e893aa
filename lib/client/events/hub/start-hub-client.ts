import { type CreateTransport, createHubClient, type HubClient, type HubTransport } from './hub-client';
import { workerTransport } from './worker-transport';

const CHANNEL = 'vetro.events';

/** Makes the client of this page, which goes and comes with the page. */
export function startHubClient(): HubClient {
  // not randomUUID: browsers keep that for secure contexts
  const page = [...crypto.getRandomValues(new Uint32Array(2))].map((part) => part.toString(36)).join('');
  const elected = lazyElectedTransport(page);
  const transport = typeof SharedWorker === 'undefined' ? elected : workerTransport(startWorker, elected);
  const client = createHubClient({ page, createTransport: transport });
  window.addEventListener('pagehide', client.leave);
  window.addEventListener('pageshow', client.resume);
  // of the page lifecycle: a page in the background that is put to sleep, and wakes
  document.addEventListener('freeze', client.leave);
  document.addEventListener('resume', client.resume);
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') client.check();
  });
  return client;
}

function startWorker(): SharedWorker {
  return new SharedWorker(new URL('./hub.worker.ts', import.meta.url), { type: 'module', name: CHANNEL });
}

/** The transport over an elected page; its code is loaded where it is needed, which is not in most browsers. */
function lazyElectedTransport(self: string): CreateTransport {
  return (page) => {
    let transport: HubTransport | null = null;
    let away = false;
    const load = async () => {
      const [{ electedTransport }, { createHub }] = await Promise.all([import('./elected-transport'), import('./hub')]);
      if (!away) transport ??= electedTransport(self, () => new BroadcastChannel(CHANNEL), createHub)(page);
    };
    // what could not be loaded now is loaded when the page finds that it is still alone
    const tryToLoad = () => void load().catch(() => undefined);
    tryToLoad();
    return {
      send: (message) => transport?.send(message),
      reconnect() {
        away = false;
        if (transport) transport.reconnect();
        else tryToLoad();
      },
      leave() {
        away = true;
        transport?.leave();
      },
    };
  };
}
