import { z } from 'zod';
import { findMachinesByName } from '@/lib/environments/machines/find';
import { FoundMachinesSchema } from '@/lib/model/views';
import { endpoint } from '../endpoint';
import { contextOf } from '../use-case-context';
import { queryInteger } from './parameters';

export const findMachinesEndpoint = endpoint({
  id: 'findMachines',
  method: 'GET',
  path: '/v1/machines',
  summary: 'Machines of my tenant by the beginning of their names',
  tag: 'environments',
  role: 'reader',
  query: z.object({
    search: z.string().trim().min(1).max(100).meta({ description: 'what the name begins with, whatever the case' }),
    limit: queryInteger(1, 50).default(10),
  }),
  response: FoundMachinesSchema,
  errors: [400, 401, 403],
  handle: (call) => findMachinesByName({ ctx: contextOf(call), input: call.query }),
});
