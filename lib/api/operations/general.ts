import { z } from 'zod';
import { MeViewSchema } from '@/lib/model/me';
import { operation } from '../operation';

/** `GET /` of whoever asks for JSON: the versions of the API there are, as Murano told them. */
export const listVersions = operation({
  id: 'listVersions',
  method: 'GET',
  path: '/',
  summary: 'The versions of the API; for whoever accepts JSON and not HTML, others get the dashboard',
  tag: 'general',
  role: 'anyone',
  response: z.object({
    versions: z.array(
      z.object({
        id: z.string(),
        status: z.literal('CURRENT'),
        links: z.array(z.object({ rel: z.literal('self'), href: z.string() })),
      }),
    ),
  }),
  success: 300,
  errors: [],
});

/** `GET /v1`: that this is the API, its version and where its description is. */
export const showVersion = operation({
  id: 'showVersion',
  method: 'GET',
  path: '/v1',
  summary: 'Describe the API',
  tag: 'general',
  role: 'anyone',
  response: z.object({
    version: z.object({
      id: z.literal('v1'),
      status: z.literal('CURRENT'),
      links: z.array(z.object({ rel: z.string(), href: z.string(), type: z.string().optional() })),
    }),
    operations: z.array(z.object({ id: z.string(), method: z.string(), path: z.string(), summary: z.string() })),
  }),
  errors: [],
});

export const describeApi = operation({
  id: 'describeApi',
  method: 'GET',
  path: '/openapi.json',
  summary: 'This description, as OpenAPI 3.1',
  tag: 'general',
  role: 'anyone',
  response: z.record(z.string(), z.unknown()),
  errors: [],
});

export const showMe = operation({
  id: 'showMe',
  method: 'GET',
  path: '/v1/me',
  summary: 'Who I am, in which tenant and role, and the tenants I may switch to',
  tag: 'general',
  role: 'reader',
  response: MeViewSchema,
  errors: [401],
});
