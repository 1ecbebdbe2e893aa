import { z } from 'zod';
import { errors } from '@/lib/errors';
import { ClockViewSchema } from '@/lib/model/clock';
import { CLOCK_SPEEDS } from '@/lib/model/clock-speeds';
import { FAULT_KINDS } from '@/lib/ports/cloud/faults';
import { endpoint } from '../endpoint';
import { clockOf, faultsOf } from '../simulated';

const tag = 'simulation';

const FaultSchema = z
  .object({
    id: z.string(),
    kind: z.enum(FAULT_KINDS).meta({
      description:
        'stack: the cloud refuses a resource; command: a command fails; silence: the agent never answers; boot: the machine never comes up; off: the machine is switched off, or does not start, until this is mended',
    }),
    target: z.string().meta({ description: 'which resource, command, host or host/command it hits; empty hits all' }),
    message: z.string().meta({ description: 'the words that cloud or machine will use' }),
    remaining: z.int().nullable().meta({ description: 'how often it still strikes; null strikes always' }),
  })
  .meta({ id: 'Fault' });

export const listFaultsEndpoint = endpoint({
  id: 'listFaults',
  method: 'GET',
  path: '/v1/simulation/faults',
  summary: 'What will go wrong on the simulated machines of my tenant',
  tag,
  role: 'admin',
  response: z.object({ faults: z.array(FaultSchema) }),
  errors: [401, 403, 404],
  handle: async ({ actor, container }) => {
    const all = await faultsOf(container.cloud).list();
    return {
      faults: all.filter(({ tenantId }) => tenantId === actor.tenantId).map(({ tenantId: _, ...fault }) => fault),
    };
  },
});

export const addFaultEndpoint = endpoint({
  id: 'addFault',
  method: 'POST',
  path: '/v1/simulation/faults',
  summary: 'Make something go wrong on the simulated machines of my tenant',
  tag,
  role: 'admin',
  body: z.strictObject({
    kind: z.enum(FAULT_KINDS),
    target: z.string().max(200).default(''),
    message: z.string().max(1000).default(''),
    times: z.int().min(1).max(1000).optional().meta({ description: 'how often it strikes; left out: always' }),
  }),
  response: z.object({ id: z.string() }),
  errors: [400, 401, 403, 404],
  handle: async ({ actor, body, container }) => ({
    id: await faultsOf(container.cloud).add({ ...body, tenantId: actor.tenantId }),
  }),
});

export const removeFaultEndpoint = endpoint({
  id: 'removeFault',
  method: 'DELETE',
  path: '/v1/simulation/faults/{faultId}',
  summary: 'Mend it',
  tag,
  role: 'admin',
  params: z.object({ faultId: z.string().regex(/^[0-9a-f]{32}$/) }),
  response: null,
  errors: [401, 403, 404],
  handle: async ({ actor, params, container }) => {
    const faults = faultsOf(container.cloud);
    const known = (await faults.list()).some(
      ({ id, tenantId }) => id === params.faultId && tenantId === actor.tenantId,
    );
    if (!known) throw errors.notFound('fault_not_found', 'There is no such fault, or it has struck for the last time.');
    await faults.remove(params.faultId);
  },
});

export const showClockEndpoint = endpoint({
  id: 'showClock',
  method: 'GET',
  path: '/v1/simulation/clock',
  summary: 'How fast simulated machines are',
  tag,
  role: 'reader',
  response: ClockViewSchema,
  errors: [401, 403, 404],
  handle: async ({ container }) => ({ speed: clockOf(container.cloud).speed() }),
});

export const setClockEndpoint = endpoint({
  id: 'setClock',
  method: 'PUT',
  path: '/v1/simulation/clock',
  summary: 'Make the simulated machines of the whole installation faster, from the next thing on that they begin',
  tag,
  role: 'system',
  body: z.object({ speed: z.literal(CLOCK_SPEEDS).meta({ description: 'times the usual speed' }) }),
  response: ClockViewSchema,
  errors: [400, 401, 403, 404],
  handle: async ({ body, container }) => {
    const clock = clockOf(container.cloud);
    await clock.setSpeed(body.speed);
    return { speed: clock.speed() };
  },
});
