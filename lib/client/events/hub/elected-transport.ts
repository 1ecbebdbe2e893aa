import type { Hub } from './hub';
import type { CreateTransport } from './hub-client';
import type { ToHub, ToTab } from './messages';

/** Messages between pages. The page that leads has the hub. */
type PeerMessage =
  /** who leads? */
  | { type: 'seek' }
  | { type: 'lead'; from: string; term: number }
  | { type: 'resign'; from: string }
  | { type: 'up'; to: string; message: ToHub }
  | { type: 'down'; message: ToTab };

/** Times in milliseconds; for tests. */
export interface ElectionOptions {
  /** how long a leader has to answer before another page leads; twice that at most, so that one is first */
  seekMs?: number;
  /** the longest pause before a page takes over from one that says it goes */
  resignMs?: number;
}

/**
 * The transport to a hub in one of the pages themselves, for browsers without shared workers: the pages elect one over a
 * channel that they share. A leader that goes says so; one that crashed or sleeps is missed by those who ask whether
 * it lives. Of two leaders the later one stays, and of two at once the one with the smaller name. Works without a
 * secure context, which the locks of browsers do not.
 *
 * @param self names the page among those of the browser
 * @param openChannel opens the channel to the other pages
 * @param makeHub makes the hub of a page that leads
 */
export function electedTransport(
  self: string,
  openChannel: () => BroadcastChannel,
  makeHub: () => Hub,
  { seekMs = 200, resignMs = 100 }: ElectionOptions = {},
): CreateTransport {
  return (page) => {
    const channel = openChannel();
    let leader: string | null = null;
    let term = 0;
    let hub: Hub | null = null;
    let waiting: ReturnType<typeof setTimeout> | null = null;
    let away = false;

    const broadcast = (said: PeerMessage) => channel.postMessage(said);

    function stopWaiting(): void {
      if (waiting !== null) clearTimeout(waiting);
      waiting = null;
    }

    function claimAfter(ms: number): void {
      stopWaiting();
      waiting = setTimeout(claim, ms);
    }

    function claim(): void {
      waiting = null;
      term += 1;
      leader = self;
      hub = makeHub();
      broadcast({ type: 'lead', from: self, term });
      page.moved();
    }

    function stepDown(): void {
      hub?.close();
      hub = null;
      leader = null;
    }

    function seek(): void {
      leader = null;
      broadcast({ type: 'seek' });
      claimAfter(seekMs * (1 + Math.random()));
    }

    function onLeader(from: string, itsTerm: number): void {
      const outranked = itsTerm > term || (itsTerm === term && (leader === null || from <= leader));
      if (!outranked) {
        // it slept, and does not know that it has been replaced
        if (hub) broadcast({ type: 'lead', from: self, term });
        return;
      }
      stopWaiting();
      const known = leader === from && term === itsTerm;
      if (hub) stepDown();
      leader = from;
      term = itsTerm;
      if (!known) page.moved();
    }

    channel.onmessage = ({ data }: MessageEvent<PeerMessage>) => {
      if (away) return;
      if (data.type === 'down') page.receive(data.message);
      else if (data.type === 'lead') onLeader(data.from, data.term);
      else if (data.type === 'seek' && hub) broadcast({ type: 'lead', from: self, term });
      else if (data.type === 'up' && data.to === self) {
        hub?.onMessage(data.message, (message) => broadcast({ type: 'down', message }));
      } else if (data.type === 'resign' && data.from === leader) {
        leader = null;
        claimAfter(resignMs * Math.random());
      }
    };
    seek();

    return {
      send(message) {
        if (hub) hub.onMessage(message, page.receive);
        else if (leader !== null) broadcast({ type: 'up', to: leader, message });
      },
      reconnect() {
        away = false;
        if (hub) page.moved();
        else seek();
      },
      leave() {
        away = true;
        stopWaiting();
        if (hub) broadcast({ type: 'resign', from: self });
        stepDown();
      },
    };
  };
}
