import { z } from 'zod';
import { operation } from '../operation';

/**
 * The web site of a simulated machine. It is no part of the API and in no description of it; whoever
 * knows the machine's id (128 random bits) may look, as anyone who reaches a real web server may.
 */
export const showMachinePage = operation({
  id: 'showMachinePage',
  method: 'GET',
  path: '/machines/{machine}/{path}',
  summary: 'The page that a simulated machine serves',
  tag: 'machines',
  role: 'anyone',
  params: z.object({ machine: z.string().regex(/^[0-9a-f]{32}$/), path: z.array(z.string()).default([]) }),
  response: null,
  errors: [404],
});

/** The way from an address that a service tells (`http://10.0.0.5`) to what a browser can open. */
export const openMachinePage = operation({
  id: 'openMachinePage',
  method: 'GET',
  path: '/machines/open',
  summary: 'Open what a machine of my tenant serves at an address',
  tag: 'machines',
  role: 'reader',
  query: z.object({
    url: z.url({ protocol: /^(https?|mssql)$/, error: 'an address like http://10.0.0.5 or mssql://10.0.0.5:1433' }),
  }),
  response: null,
  errors: [400, 401, 404],
});
