import { z } from 'zod';
import { changeOwnPassword } from '@/lib/auth/change-password';
import { clientAddress } from '@/lib/auth/client-address';
import { endOwnAccess, endOwnSignIn } from '@/lib/auth/end-access';
import { signInsView } from '@/lib/auth/sign-ins';
import { IdSchema } from '@/lib/model/environment';
import { MeViewSchema, SignInsViewSchema } from '@/lib/model/me';
import { describeMe } from '../describe-me';
import { endpoint } from '../endpoint';
import { ownSignInId } from '../own-sign-in';

export const showMeEndpoint = endpoint({
  id: 'showMe',
  method: 'GET',
  path: '/v1/me',
  summary: 'Who I am, in which tenant and role, and the tenants I may switch to',
  tag: 'general',
  role: 'reader',
  response: MeViewSchema,
  errors: [401],
  handle: ({ actor, container }) => describeMe(actor, container),
});

export const changeMyPasswordEndpoint = endpoint({
  id: 'changeMyPassword',
  method: 'PUT',
  path: '/v1/me/password',
  summary: 'Change my own password; it ends my other sign-ins and all my tokens',
  description: 'The sign-in to the dashboard that asks stays. Whoever asks with a token needs another one afterwards.',
  tag: 'general',
  role: 'reader',
  body: z.object({
    current_password: z.string().max(1024).meta({ description: 'the one that I have now' }),
    new_password: z.string().max(1024),
  }),
  response: null,
  errors: [400, 401, 429],
  handle: async ({ actor, body, container, request, requestId }) => {
    const { config, db } = container;
    await changeOwnPassword(
      db,
      actor,
      {
        current: body.current_password,
        next: body.new_password,
        signInId: await ownSignInId(actor, request, config.sessionSecret),
        address: clientAddress(request.headers, config.proxies),
      },
      requestId,
    );
  },
});

export const listMySignInsEndpoint = endpoint({
  id: 'listMySignIns',
  method: 'GET',
  path: '/v1/me/sign-ins',
  summary: 'Where I am signed in to the dashboard, the one that was used last first',
  tag: 'general',
  role: 'reader',
  response: SignInsViewSchema,
  errors: [401],
  handle: async ({ actor, container, request }) => {
    const { auth, config } = container;
    const own = await ownSignInId(actor, request, config.sessionSecret);
    return signInsView(await auth.signIns.of(actor.userId), own);
  },
});

export const endMySignInEndpoint = endpoint({
  id: 'endMySignIn',
  method: 'DELETE',
  path: '/v1/me/sign-ins/{signInId}',
  summary: 'Sign out of the dashboard in one browser',
  tag: 'general',
  role: 'reader',
  params: z.object({ signInId: IdSchema }),
  response: null,
  errors: [401, 404],
  handle: ({ actor, container, params, requestId }) => endOwnSignIn(container.db, actor, params.signInId, requestId),
});

export const endMyAccessEndpoint = endpoint({
  id: 'signOutEverywhere',
  method: 'DELETE',
  path: '/v1/me/sign-ins',
  summary: 'Sign out everywhere else: ends my other sign-ins and all my tokens',
  description: 'The sign-in to the dashboard that asks stays. Whoever asks with a token needs another one afterwards.',
  tag: 'general',
  role: 'reader',
  response: null,
  errors: [401],
  handle: async ({ actor, container, request, requestId }) =>
    endOwnAccess(container.db, actor, await ownSignInId(actor, request, container.config.sessionSecret), requestId),
});
