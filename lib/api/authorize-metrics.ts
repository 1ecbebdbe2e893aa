import { createHash, timingSafeEqual } from 'node:crypto';
import { peerAddress } from '@/lib/auth/client-address';
import { errors } from '@/lib/errors';
import type { ApiRequest } from './request';

const LOOPBACK = /^(127\.|::1$)/;

/**
 * Refuses whoever may not read the metrics. With a token in the settings, its bearer may. Without one only this
 * machine may, over a connection of its own: what a reverse proxy here passes on comes from somewhere else.
 *
 * @throws forbidden `metrics_refused`
 */
export function authorizeMetrics(headers: ApiRequest['headers'], token: string | null): void {
  const given = /^Bearer (.+)$/.exec(headers.get('authorization') ?? '')?.[1];
  const allowed = token === null ? fromThisMachine(headers) : given !== undefined && same(given, token);
  if (allowed) return;
  throw errors.forbidden(
    'metrics_refused',
    token === null
      ? 'Metrics are told to this machine alone. Set VETRO_METRICS_TOKEN to read them from elsewhere.'
      : 'Send the token of VETRO_METRICS_TOKEN as "Authorization: Bearer …".',
  );
}

function fromThisMachine(headers: ApiRequest['headers']): boolean {
  const passedOn = ['x-forwarded-for', 'x-real-ip', 'forwarded'].some((name) => headers.get(name) !== null);
  return !passedOn && LOOPBACK.test(peerAddress(headers) ?? '');
}

/** Compares digests: they are of one length, and how alike two texts are shows in no time. */
function same(given: string, token: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given), digest(token));
}
