import { z } from 'zod';
import { changeOwnPassword } from '@/lib/auth/change-password';
import { clientAddress } from '@/lib/auth/client-address';
import { readSessionCookie } from '@/lib/auth/session-cookie';
import { MeViewSchema } from '@/lib/model/me';
import { describeMe } from '../describe-me';
import { endpoint } from '../endpoint';

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
    const cookies = actor.via === 'dashboard' ? (request.headers.get('cookie') ?? '') : '';
    const signedIn = await readSessionCookie(cookies, config.sessionSecret);
    await changeOwnPassword(
      db,
      actor,
      {
        current: body.current_password,
        next: body.new_password,
        signInId: signedIn?.signInId ?? null,
        address: clientAddress(request.headers, config.proxies),
      },
      requestId,
    );
  },
});
