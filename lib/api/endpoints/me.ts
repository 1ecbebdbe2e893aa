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
