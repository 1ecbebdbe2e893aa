import { type Frame, layOut } from './lay-out';
import type { LayoutPlan } from './plan';

/** Lays graphs out beside the page, which stays free to answer meanwhile. */
self.addEventListener('message', (event: MessageEvent<{ plan: LayoutPlan; frame: Frame }>) => {
  self.postMessage(layOut(event.data.plan, event.data.frame));
});
