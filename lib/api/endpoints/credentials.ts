import { z } from 'zod';
import { revealCredential } from '@/lib/environments/credentials/reveal';
import { IdSchema } from '@/lib/model/environment';
import { endpoint } from '../endpoint';
import { contextOf } from '../use-case-context';

export const revealCredentialEndpoint = endpoint({
  id: 'revealCredential',
  method: 'POST',
  path: '/v1/environments/{environmentId}/services/{serviceId}/credentials/reveal',
  summary: 'Tell one password of a deployed service, and note in the audit log who asked',
  description: 'For members and admins; readers are refused. Never cached.',
  tag: 'services',
  role: 'member',
  stepUp: true,
  params: z.object({ environmentId: IdSchema, serviceId: IdSchema }),
  body: z.object({
    property: z
      .string()
      .min(1)
      .max(300)
      .meta({ description: 'where it is in the service: `adminPassword`, `units.0.recoveryPassword`' }),
  }),
  response: z.object({ property: z.string(), value: z.string() }),
  errors: [400, 401, 403, 404],
  handle: (call) =>
    revealCredential({
      ctx: contextOf(call),
      input: { ...call.params, ...call.body, open: call.container.box.openText },
    }),
});
