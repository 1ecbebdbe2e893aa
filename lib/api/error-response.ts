import { randomUUID } from 'node:crypto';
import type { VetroError } from '@/lib/errors';
import type { Actor } from '@/lib/model/actor';
import { keystoneError } from './keystone-error';
import { isMuranoClient } from './murano-dialect';
import { problemOf, statusOf } from './problem';
import type { ApiRequest, PlainResponse } from './request';
import { SAFE_HEADERS } from './response';

/** Whose words an error is told in. */
export type ErrorFormat = 'problem' | 'keystone';

/**
 * An error as a response, with `Retry-After` where it says when to try again.
 *
 * @param style Keystone's shape, or else a problem document (RFC 9457)
 * @param actor who asked, null when not known: details are for administrators
 */
export function errorResponse(
  error: VetroError,
  style: ErrorFormat,
  requestId: string,
  actor: Actor | null = null,
): PlainResponse {
  const status = statusOf(error);
  const keystone = style === 'keystone';
  return {
    status,
    headers: {
      ...SAFE_HEADERS,
      ...(error.retryAfterSeconds === undefined ? {} : { 'retry-after': String(Math.ceil(error.retryAfterSeconds)) }),
      'content-type': keystone ? 'application/json' : 'application/problem+json',
      'x-request-id': requestId,
    },
    body: JSON.stringify(keystone ? keystoneError(error, status) : problemOf(error, requestId, actor)),
  };
}

/** The response to a request that no operation takes, in the words its address is known for, or its client reads. */
export function errorResponseAt(path: string, headers: ApiRequest['headers'], error: VetroError): PlainResponse {
  const keystone = /^\/+identity(?:\/|$)/.test(path) || isMuranoClient(headers);
  return errorResponse(error, keystone ? 'keystone' : 'problem', randomUUID());
}
