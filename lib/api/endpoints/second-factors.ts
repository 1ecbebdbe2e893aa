import { z } from 'zod';
import { removeSecondFactor } from '@/lib/administration/users/second-factor';
import { clientAddress } from '@/lib/auth/client-address';
import { beginOwnFactor, confirmOwnFactor, removeOwnFactor, showOwnFactor } from '@/lib/auth/second-factor';
import { isProviderUser } from '@/lib/db/provider-users';
import { IdSchema } from '@/lib/model/environment';
import { SecondFactorViewSchema, TotpSecretSchema } from '@/lib/model/me';
import { adminContextOf } from '../admin-context';
import { endpoint } from '../endpoint';

const tag = 'general';
const role = 'reader';
const Password = z.string().max(1024).meta({ description: 'the one that I have now' });
const Code = z.string().max(64);

export const showMyTotpEndpoint = endpoint({
  id: 'showMyTotp',
  method: 'GET',
  path: '/v1/me/totp',
  summary: 'Whether I have a second factor, and how many recovery codes are left',
  tag,
  role,
  response: SecondFactorViewSchema,
  errors: [401],
  handle: async ({ actor, container: { db, auth } }) =>
    showOwnFactor(db, actor.userId, auth.external === null && !(await isProviderUser(db, actor.userId))),
});

export const beginMyTotpEndpoint = endpoint({
  id: 'beginMyTotp',
  method: 'POST',
  path: '/v1/me/totp',
  summary: 'Begin to set up a second factor; its secret is answered this once',
  tag,
  role,
  body: z.object({ password: Password }),
  response: TotpSecretSchema,
  errors: [400, 401, 409, 429],
  handle: (call) => {
    const { body, container, request } = call;
    const address = clientAddress(request.headers, container.config.proxies);
    return beginOwnFactor(container, call, { ...body, address });
  },
});

export const confirmMyTotpEndpoint = endpoint({
  id: 'confirmMyTotp',
  method: 'POST',
  path: '/v1/me/totp/confirm',
  summary: 'Confirm the second factor by a code; the recovery codes are answered this once',
  tag,
  role,
  body: z.object({ totp: Code }),
  response: z.object({ recovery_codes: z.array(z.string()) }),
  errors: [400, 401, 409],
  handle: async (call) => ({ recovery_codes: await confirmOwnFactor(call.container, call, call.body.totp) }),
});

export const removeMyTotpEndpoint = endpoint({
  id: 'removeMyTotp',
  method: 'POST',
  path: '/v1/me/totp/remove',
  summary: 'Remove my second factor, by the password and a code or a recovery code',
  tag,
  role,
  body: z.object({ password: Password, totp: Code }),
  response: null,
  errors: [400, 401, 409, 429],
  handle: (call) => {
    const { body, container, request } = call;
    const address = clientAddress(request.headers, container.config.proxies);
    return removeOwnFactor(container, call, { ...body, address });
  },
});

export const removeUserTotpEndpoint = endpoint({
  id: 'removeUserTotp',
  method: 'DELETE',
  path: '/v1/admin/users/{userId}/totp',
  summary: 'Remove the second factor of a user who lost it',
  tag: 'administration',
  role: 'system',
  stepUp: true,
  params: z.object({ userId: IdSchema }),
  response: null,
  errors: [401, 403, 404],
  handle: (call) => removeSecondFactor({ ctx: adminContextOf(call), input: call.params }),
});
