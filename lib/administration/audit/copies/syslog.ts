import net from 'node:net';
import os from 'node:os';
import tls from 'node:tls';
import { type CopiedEntry, copyLine } from '@/lib/formats/audit-chain/copy-line';
import { syslogFrame } from '@/lib/formats/audit-chain/syslog';
import type { AuditCopyTarget } from '@/lib/model/audit-copy';

/** How long a collector may take for all that it is sent at once, in milliseconds. */
const LIMIT_MS = 10_000;
/** How long the last entry is on its way at least, in milliseconds; longer where the handshake took longer. */
const TRIP_MS = 50;

/**
 * Sends entries to a collector over a connection of their own, and returns once it has read them all. Syslog has no answers;
 * what proves it is the end of the connection: we end our side (RFC 5425, 4.4), and a collector that ends its own after that
 * has read to our end, for a connection that is closed with data unread is reset. Ours is ended a round trip after the last entry
 * was sent: an end that a collector sent before it had them all arrives before that.
 *
 * @param entries in the order of their places; none: only whether it can be reached
 * @throws Error with what is wrong
 */
export function sendBySyslog(
  { host, port, ca, client }: Extract<AuditCopyTarget, { kind: 'syslog' }>,
  entries: readonly CopiedEntry[],
): Promise<void> {
  const frames = entries.map((entry) =>
    syslogFrame({ at: entry.at, host: os.hostname(), id: entry.action, text: copyLine(entry) }),
  );
  return new Promise((resolve, reject) => {
    const socket = tls.connect({
      ...{ host, port, ...(ca === null ? {} : { ca }), ...client },
      // names of RFC 6066 are no addresses
      ...(net.isIP(host) ? {} : { servername: host }),
    });
    const limit = setTimeout(() => socket.destroy(new Error(`no end within ${LIMIT_MS / 1000} s`)), LIMIT_MS);
    const begun = performance.now();
    let problem: Error | null = null;
    let isEnded = false;
    let isConfirmed = false;
    const endOwnSide = () => {
      isEnded = !socket.readableEnded;
      socket.end();
    };
    socket.once('secureConnect', () => {
      const tripMs = Math.max(TRIP_MS, performance.now() - begun);
      // The end of a turn, so that an end that is there already is seen first.
      socket.write(Buffer.concat(frames), () => setTimeout(() => setImmediate(endOwnSide), tripMs).unref());
    });
    socket.once('end', () => {
      isConfirmed = isEnded;
    });
    socket.once('error', (error) => {
      problem = error;
    });
    socket.once('close', () => {
      clearTimeout(limit);
      if (isConfirmed && problem === null) resolve();
      else reject(problem ?? new Error('it ended the connection before it had read everything'));
    });
    socket.resume();
  });
}
