import { z } from 'zod';
import { removePasskeys } from '@/lib/administration/users/passkeys';
import { clientAddress } from '@/lib/auth/client-address';
import { addOwnPasskey, askForPasskey, beginOwnPasskey, removeOwnPasskey, showOwnPasskeys } from '@/lib/auth/passkeys';
import { isProviderUser } from '@/lib/db/provider-users';
import { IdSchema } from '@/lib/model/environment';
import {
  NewPasskeySchema,
  PASSKEY_NAME_MAX_LENGTH,
  PasskeyCreationSchema,
  PasskeyRequestSchema,
  PasskeysViewSchema,
} from '@/lib/model/passkeys';
import { nameSchema } from '@/lib/model/visible-line';
import { adminContextOf } from '../admin-context';
import { endpoint } from '../endpoint';

const tag = 'general';
const role = 'reader';

export const listMyPasskeysEndpoint = endpoint({
  id: 'listMyPasskeys',
  method: 'GET',
  path: '/v1/me/passkeys',
  summary: 'My passkeys, the oldest first, and whether there may be any',
  tag,
  role,
  response: PasskeysViewSchema,
  errors: [401],
  handle: async ({ actor: { userId }, container }) => {
    const isLocal = container.auth.external === null && !(await isProviderUser(container.db, userId));
    return showOwnPasskeys(container, userId, isLocal);
  },
});

export const beginMyPasskeyEndpoint = endpoint({
  id: 'beginMyPasskey',
  method: 'POST',
  path: '/v1/me/passkeys/challenge',
  summary: 'What my browser is to make a passkey by; holds for some minutes, once',
  description: 'In the dashboard alone; a token is refused.',
  tag,
  role,
  stepUp: true,
  response: PasskeyCreationSchema,
  errors: [401, 403, 409],
  handle: async ({ actor, container }) => ({ ...(await beginOwnPasskey(container, { actor })) }),
});

export const addMyPasskeyEndpoint = endpoint({
  id: 'addMyPasskey',
  method: 'POST',
  path: '/v1/me/passkeys',
  summary: 'Keep a passkey that my browser has made',
  description: 'In the dashboard alone; a token is refused.',
  tag,
  role,
  stepUp: true,
  body: z.object({ name: nameSchema(PASSKEY_NAME_MAX_LENGTH), passkey: NewPasskeySchema }),
  response: PasskeysViewSchema.shape.passkeys.element,
  errors: [400, 401, 403, 409],
  handle: (call) => addOwnPasskey(call.container, call, call.body),
});

export const removeMyPasskeyEndpoint = endpoint({
  id: 'removeMyPasskey',
  method: 'DELETE',
  path: '/v1/me/passkeys/{passkeyId}',
  summary: 'Remove one of my passkeys',
  description: 'In the dashboard alone; a token is refused.',
  tag,
  role,
  stepUp: true,
  params: z.object({ passkeyId: IdSchema }),
  response: null,
  errors: [401, 403, 404],
  handle: (call) => removeOwnPasskey(call.container, call, call.params.passkeyId),
});

export const askForPasskeyEndpoint = endpoint({
  id: 'askForPasskey',
  method: 'POST',
  path: '/v1/sign-in/passkey',
  summary: 'What a passkey is to sign at a sign-in to the dashboard; holds for some minutes, once',
  tag,
  role: 'anyone',
  response: PasskeyRequestSchema,
  errors: [409, 429, 503],
  handle: async ({ container, request }) => ({
    ...(await askForPasskey(container, clientAddress(request.headers, container.config.proxies))),
  }),
});

export const removeUserPasskeysEndpoint = endpoint({
  id: 'removeUserPasskeys',
  method: 'DELETE',
  path: '/v1/admin/users/{userId}/passkeys',
  summary: 'Remove all passkeys of a user who lost what they are on',
  tag: 'administration',
  role: 'system',
  stepUp: true,
  params: z.object({ userId: IdSchema }),
  response: null,
  errors: [401, 403, 404],
  handle: (call) => removePasskeys({ ctx: adminContextOf(call), input: call.params }),
});
