import type { Frame, Layout } from './lay-out';
import type { LayoutPlan } from './plan';

/** Lays graphs out, one after the other. */
export interface LayoutService {
  layOut(plan: LayoutPlan, frame: Frame): Promise<Layout>;
  close(): void;
}

/** A layout service in a worker of its own; on the page itself where the browser refuses to start one. */
export function startLayoutService(): LayoutService {
  const worker = startWorker();
  let last: Promise<unknown> = Promise.resolve();
  const ask = async (plan: LayoutPlan, frame: Frame): Promise<Layout> => {
    try {
      if (worker) return await layoutBy(worker, plan, frame);
    } catch {
      // its file could not be loaded: slower here, but there
    }
    const { layOut } = await import('./lay-out');
    return layOut(plan, frame);
  };
  return {
    layOut(plan, frame) {
      const answer = last.then(() => ask(plan, frame));
      last = answer.catch(() => undefined);
      return answer;
    },
    close: () => worker?.terminate(),
  };
}

function startWorker(): Worker | null {
  try {
    return new Worker(new URL('./layout.worker.ts', import.meta.url), { type: 'module' });
  } catch {
    return null;
  }
}

function layoutBy(worker: Worker, plan: LayoutPlan, frame: Frame): Promise<Layout> {
  return new Promise((resolve, reject) => {
    worker.onmessage = (event: MessageEvent<Layout>) => resolve(event.data);
    worker.onerror = () => reject(new Error('the worker did not answer'));
    worker.postMessage({ plan, frame });
  });
}
