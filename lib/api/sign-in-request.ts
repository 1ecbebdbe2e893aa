import 'server-only';
import { z } from 'zod';
import { OIDC_PROVIDER } from '@/lib/auth/oidc/provider';
import { errors } from '@/lib/errors';
import { methodNotAllowed } from './address-errors';
import { requireUtf8, utf8Text } from './bodies/utf8';
import { readJson } from './input';
import { invalidBySchema } from './problem';
import { assertStorable } from './storable-input';

/** What of next-auth's addresses we use: the rest would answer with pages of its own, or write what it is sent into the log. */
const ACTIONS = new Set(['callback', 'csrf', 'error', 'providers', 'session', 'signin', 'signout']);
/** Where next-auth keeps where to go on, in plain http and in https. */
const CALLBACK_COOKIES = ['next-auth.callback-url', '__Secure-next-auth.callback-url'];

/** next-auth makes a `Location` of it, and fails when it cannot. */
const address = z
  .string()
  .max(2_000)
  .refine((text) => /^https?:$/.test(protocolOf(text)), { error: 'must be an address of this dashboard' });
/** Goes into addresses as it is. */
const plain = z.string().regex(/^[\x20-\x7e]{0,200}$/, { error: 'must be a short plain text' });

const Query = z.looseObject({ callbackUrl: address.optional(), error: plain.optional() });
const Body = z.looseObject({
  callbackUrl: address.optional(),
  csrfToken: z.string().optional(),
  name: z.string().optional(),
  domain: z.string().max(255).optional(),
  password: z.string().optional(),
  totp: z.string().max(64).optional(),
  passkey: z.string().max(20_000).optional(),
});

/**
 * Checks a request to sign in or out before next-auth gets it, which answers most of what it does not expect with
 * "our fault".
 *
 * @param segments of the address below `/api/auth`
 * @param cookie the value of a cookie by its name
 * @returns the body for next-auth to read instead of the request's own; null: none
 * @throws not_found `address_unknown`; invalid_input, with the field, or `malformed_body` or `method_not_allowed`
 */
export async function checkSignInRequest(
  request: Request,
  segments: string[],
  cookie: (name: string) => string | undefined,
): Promise<string | null> {
  const [action = '', provider] = segments;
  if (!ACTIONS.has(action) || segments.length > 2 || !/^\w*$/.test(provider ?? ''))
    throw errors.notFound('address_unknown', 'There is nothing at this address.');
  const allowed = action === 'callback' ? (provider === OIDC_PROVIDER ? ['GET'] : ['POST']) : ['GET', 'POST'];
  if (!allowed.includes(request.method)) throw methodNotAllowed(allowed, request.method);
  const query = Object.fromEntries(new URL(request.url).searchParams);
  check(Query, query, 'query');
  for (const name of CALLBACK_COOKIES) {
    const callbackUrl = cookie(name);
    if (callbackUrl) check(z.object({ [name]: address }), { [name]: callbackUrl }, 'cookies');
  }
  if (request.method !== 'POST') return null;
  requireUtf8(request);
  const bytes = await request.arrayBuffer().catch((error: unknown) => {
    throw errors.cancelled('client_gone', 'The client went away before it had sent the whole request.', {
      cause: error,
    });
  });
  const text = utf8Text(new Uint8Array(bytes));
  if (text === '') return null;
  check(Body, parsed(text, request.headers.get('content-type') ?? ''), '');
  return text;
}

function check(schema: z.ZodType, value: unknown, prefix: string): void {
  assertStorable(value, prefix === '' ? 'body' : prefix, prefix);
  const { error } = schema.safeParse(value);
  if (error) throw invalidBySchema('The request has fields that need correction.', error.issues, prefix);
}

function parsed(text: string, type: string): unknown {
  return type.includes('application/json') ? readJson(text) : Object.fromEntries(formFields(text));
}

/** The fields of an encoded form. @throws invalid_input with code `malformed_body` for escapes that are no UTF-8 */
function formFields(text: string): URLSearchParams {
  try {
    for (const [escaped] of text.matchAll(/(?:%[0-9a-f]{2})+/gi)) decodeURIComponent(escaped);
  } catch {
    throw errors.invalidInput('The body is not a proper form: its escapes are not UTF-8.', [], {
      code: 'malformed_body',
    });
  }
  return new URLSearchParams(text);
}

/** Of an address, or of ours with a path. */
function protocolOf(text: string): string {
  const base = text.startsWith('/') ? 'http://here' : undefined;
  return URL.canParse(text, base) ? new URL(text, base).protocol : '';
}
