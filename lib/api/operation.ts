import { z } from 'zod';
import type { Role } from '@/lib/model/actor';
import { jsonBody } from './bodies/json-body';
import type { RequestBody } from './bodies/request-body';

/**
 * Who may call: anyone at all, whoever is signed in with at least a role in the tenant, or who administers the
 * whole installation (docs/decisions/0007).
 */
export type Access = 'anyone' | Role | 'system';
export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** What the wrapper and the API's description need to know of an operation, whatever its types. */
export interface OperationShape {
  /** unique, camelCase: the operationId of the API's description */
  id: string;
  method: Method;
  /** with parameters in braces: `/v1/environments/{environmentId}` */
  path: string;
  /** one line: what the caller gets done */
  summary: string;
  description?: string;
  tag: string;
  role: Access;
  params?: z.ZodType;
  query?: z.ZodType;
  headers?: z.ZodType;
  body?: RequestBody<unknown>;
  /** null: an empty body */
  response: z.ZodType | null;
  /** status of success; 200 as Murano answered to everything */
  success?: number;
  /** content types the response may have instead of, or besides, JSON */
  produces?: string[];
  /** statuses of documented errors */
  errors: number[];
  /** whose error shape: ours (problem documents) or Keystone's */
  style?: 'problem' | 'keystone';
}

/** An operation with the types its handler sees. Schemas that are left out give `undefined`. */
export interface Operation<R extends Access, P, Q, H, B, A> extends OperationShape {
  role: R;
  params?: z.ZodType<P>;
  query?: z.ZodType<Q>;
  headers?: z.ZodType<H>;
  body?: RequestBody<B>;
  response: z.ZodType<A> | null;
}

/**
 * Declares an operation of the HTTP API as data: the wrapper validates with it and `/openapi.json` is
 * written from it. A schema as the body is one of JSON; files are taken by an `uploadBody`.
 *
 * @throws Error when path parameters and the `params` schema differ
 */
export function operation<const R extends Access, P = undefined, Q = undefined, H = undefined, B = undefined, A = void>(
  spec: Omit<Operation<R, P, Q, H, B, A>, 'body'> & { body?: z.ZodType<B> | RequestBody<B> },
): Operation<R, P, Q, H, B, A> {
  const inPath = [...spec.path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]);
  const declared = spec.params instanceof z.ZodObject ? Object.keys(spec.params.shape) : [];
  if (inPath.slice().sort().join() !== declared.slice().sort().join())
    throw new Error(`operation ${spec.id}: the path names {${inPath}}, its schema {${declared}}`);
  const { body } = spec;
  return { ...spec, body: body instanceof z.ZodType ? jsonBody(body) : body };
}
