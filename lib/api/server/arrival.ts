import type { IncomingMessage, ServerResponse } from 'node:http';

const timers = new WeakMap<IncomingMessage, NodeJS.Timeout>();

/**
 * Ends a request whose body has not arrived in time, with 408 where nothing was answered yet. Said again, the new time
 * counts, from then on.
 *
 * @param ms how long the body may take from now
 */
export function limitArrival(incoming: IncomingMessage, outgoing: ServerResponse, ms: number): void {
  const { headers } = incoming;
  if (headers['content-length'] === undefined && headers['transfer-encoding'] === undefined) return;
  if (incoming.complete || incoming.destroyed) return;
  const former = timers.get(incoming);
  if (former) clearTimeout(former);
  else {
    const over = () => clearTimeout(timers.get(incoming));
    incoming.once('end', over);
    incoming.once('close', over);
  }
  const tooSlow = () => {
    const { socket } = incoming;
    if (!outgoing.headersSent) socket.write('HTTP/1.1 408 Request Timeout\r\nConnection: close\r\n\r\n');
    socket.destroy();
  };
  timers.set(incoming, setTimeout(tooSlow, ms).unref());
}
