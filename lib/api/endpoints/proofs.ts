import { z } from 'zod';
import { clientAddress } from '@/lib/auth/client-address';
import { askForOwnPasskey } from '@/lib/auth/passkeys';
import { offeredProof, proveAgain } from '@/lib/auth/prove-again';
import { PasskeyProofSchema, PasskeyRequestSchema, ProofOfferSchema } from '@/lib/model/passkeys';
import { endpoint } from '../endpoint';
import { ownSignIn } from '../own-sign-in';

const tag = 'general';
const role = 'reader';

export const showMyProofEndpoint = endpoint({
  id: 'showMyProof',
  method: 'GET',
  path: '/v1/me/proof',
  summary: 'By what I may prove once more who I am',
  tag,
  role,
  response: ProofOfferSchema,
  errors: [401],
  handle: ({ actor, container }) => offeredProof(container, actor.userId, container.config.oidc?.name ?? null),
});

export const askMyPasskeyEndpoint = endpoint({
  id: 'askMyPasskey',
  method: 'POST',
  path: '/v1/me/proof/challenge',
  summary: 'What one of my passkeys is to sign to prove who I am; holds for some minutes, once',
  tag,
  role,
  response: PasskeyRequestSchema,
  errors: [401, 409],
  handle: async ({ actor, container }) => ({ ...(await askForOwnPasskey(container, actor.userId)) }),
});

export const proveMeEndpoint = endpoint({
  id: 'proveMe',
  method: 'POST',
  path: '/v1/me/proof',
  summary: 'Prove once more who I am, for what destroys or reveals in the dashboard',
  description:
    'By the password, with a code where there is a second factor, or by a passkey. It counts for the sign-in that asks, for `VETRO_STEP_UP_MINUTES`. What needs it is refused with `step_up_required` until then. Tokens need none.',
  tag,
  role,
  body: z.object({
    password: z.string().max(1024).optional().meta({ description: 'the one that I have now' }),
    totp: z.string().max(64).optional(),
    passkey: PasskeyProofSchema.optional(),
  }),
  response: null,
  errors: [400, 401, 409, 429, 503],
  handle: async ({ actor, body, container, request, requestId }) => {
    const { config } = container;
    const signIn = await ownSignIn(actor, request, config.sessionSecret);
    const address = clientAddress(request.headers, config.proxies);
    await proveAgain(container, { actor, signIn, address, requestId }, body);
  },
});
