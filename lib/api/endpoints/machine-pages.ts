import { z } from 'zod';
import { errors } from '@/lib/errors';
import { endpoint } from '../endpoint';

/**
 * The web site of a simulated machine. It is no part of the API and in no description of it; whoever
 * knows the machine's id (128 random bits) may look, as anyone who reaches a real web server may.
 */
export const showMachinePageEndpoint = endpoint({
  id: 'showMachinePage',
  method: 'GET',
  path: '/machines/{machine}/{path*}',
  summary: 'The page that a simulated machine serves',
  tag: 'machines',
  page: true,
  role: 'anyone',
  params: z.object({ machine: z.string().regex(/^[0-9a-f]{32}$/), path: z.array(z.string()).default([]) }),
  response: null,
  errors: [404],
  handle: async ({ params, container }) => {
    const page = await container.cloud.simulation?.pages.page(params.machine, params.path.join('/'));
    if (!page) throw errors.notFound('machine_not_found', 'There is no such machine, or it is gone.');
    return new Response(page.html, {
      status: page.status,
      headers: {
        'content-type': 'text/html; charset=utf-8',
        'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
      },
    });
  },
});

/** The way from an address that a service tells (`http://10.0.0.5`) to what a browser can open. */
export const openMachinePageEndpoint = endpoint({
  id: 'openMachinePage',
  method: 'GET',
  path: '/machines/open',
  summary: 'Open what a machine of my tenant serves at an address',
  tag: 'machines',
  page: true,
  role: 'reader',
  query: z.object({
    url: z.url({ protocol: /^[a-z][a-z0-9+.-]*$/, error: 'an address like http://10.0.0.5 or mssql://10.0.0.5:1433' }),
  }),
  response: null,
  errors: [400, 401, 404],
  handle: async ({ actor, query, container }) => {
    const link = await container.cloud.simulation?.pages.linkFor({ tenantId: actor.tenantId }, query.url);
    if (!link) {
      throw errors.notFound('machine_not_found', 'No machine of this tenant has that address now; it may be gone.');
    }
    return new Response(null, { status: 307, headers: { location: link } });
  },
});
