import { randomUUID } from 'node:crypto';
import type { VetroError } from '@/lib/errors';
import type { Actor } from '@/lib/model/actor';
import { keystoneError } from './keystone-error';
import { isMuranoClient } from './murano-dialect';
import { SAFE_HEADERS } from './present';
import { problemOf, statusOf } from './problem';
import type { ApiRequest, PlainAnswer } from './request';

/** Whose words an error is told in. */
export type ErrorStyle = 'problem' | 'keystone';

/**
 * An error as an answer, with `Retry-After` where it says when to try again.
 *
 * @param style Keystone's shape, or else a problem document (RFC 9457)
 * @param actor who asked, null when not known: details are for administrators
 */
export function errorAnswer(
  error: VetroError,
  style: ErrorStyle,
  requestId: string,
  actor: Actor | null = null,
): PlainAnswer {
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

/** The answer to a request that no operation takes, in the words its address is known for, or its client reads. */
export function refusalAt(path: string, headers: ApiRequest['headers'], error: VetroError): PlainAnswer {
  const keystone = /^\/+identity(?:\/|$)/.test(path) || isMuranoClient(headers);
  return errorAnswer(error, keystone ? 'keystone' : 'problem', randomUUID());
}
