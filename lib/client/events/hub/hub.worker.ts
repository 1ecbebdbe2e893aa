import { createHub } from './hub';
import type { ToHub } from './messages';

const hub = createHub();

/** Every page of the browser connects here: one connection to the server for all of them. */
self.addEventListener('connect', (event) => {
  const [port] = (event as MessageEvent).ports;
  if (!port) return;
  port.onmessage = ({ data }: MessageEvent<ToHub>) => hub.onMessage(data, (message) => port.postMessage(message));
});
