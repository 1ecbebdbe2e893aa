import { createLink, type Link, type MakeWay, type Way } from './link';
import { workerWay } from './worker-way';

const CHANNEL = 'vetro.events';

/** Makes the link of this page, which goes and comes with the page. */
export function startLink(): Link {
  // not randomUUID: browsers keep that for secure contexts
  const page = [...crypto.getRandomValues(new Uint32Array(2))].map((part) => part.toString(36)).join('');
  const elected = loadedWay(page);
  const way = typeof SharedWorker === 'undefined' ? elected : workerWay(startWorker, elected);
  const link = createLink({ page, way });
  window.addEventListener('pagehide', link.leave);
  window.addEventListener('pageshow', link.comeBack);
  // of the page lifecycle: a page in the background that is put to sleep, and wakes
  document.addEventListener('freeze', link.leave);
  document.addEventListener('resume', link.comeBack);
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') link.check();
  });
  return link;
}

function startWorker(): SharedWorker {
  return new SharedWorker(new URL('./hub.worker.ts', import.meta.url), { type: 'module', name: CHANNEL });
}

/** The way over an elected page; its code is loaded where it is needed, which is not in most browsers. */
function loadedWay(self: string): MakeWay {
  return (page) => {
    let way: Way | null = null;
    let away = false;
    const load = async () => {
      const [{ electedWay }, { createHub }] = await Promise.all([import('./elected-way'), import('./hub')]);
      if (!away) way ??= electedWay(self, () => new BroadcastChannel(CHANNEL), createHub)(page);
    };
    // what could not be loaded now is loaded when the page finds that it is still alone
    const tryToLoad = () => void load().catch(() => undefined);
    tryToLoad();
    return {
      send: (message) => way?.send(message),
      renew() {
        away = false;
        if (way) way.renew();
        else tryToLoad();
      },
      leave() {
        away = true;
        way?.leave();
      },
    };
  };
}
