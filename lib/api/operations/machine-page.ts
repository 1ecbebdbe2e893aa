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
  answer: null,
  errors: [404],
});
