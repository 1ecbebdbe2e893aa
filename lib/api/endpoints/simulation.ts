import { z } from 'zod';
import { addFault } from '@/lib/environments/faults/add';
import { endFault } from '@/lib/environments/faults/end';
import { listFaults } from '@/lib/environments/faults/list';
import { ClockViewSchema } from '@/lib/model/clock';
import { CLOCK_SPEEDS } from '@/lib/model/clock-speeds';
import { IdSchema } from '@/lib/model/environment';
import { FaultViewSchema } from '@/lib/model/fault-view';
import { FAULT_KINDS } from '@/lib/model/faults';
import { endpoint } from '../endpoint';
import { clockOf } from '../simulated';
import { contextOf } from '../use-case-context';

const tag = 'simulation';

export const listFaultsEndpoint = endpoint({
  id: 'listFaults',
  method: 'GET',
  path: '/v1/simulation/faults',
  summary: 'What will go wrong on the simulated machines of my tenant: at most 200 things',
  tag,
  role: 'admin',
  response: z.object({ faults: z.array(FaultViewSchema) }),
  errors: [401, 403, 404],
  handle: async (call) => ({ faults: await listFaults({ ctx: contextOf(call) }) }),
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
    environment_id: IdSchema.optional().meta({ description: 'whose machines it hits; left out: those of all' }),
    target: z.string().max(200).default(''),
    message: z.string().max(1000).default(''),
    amount: z.number().optional().meta({ description: 'minutes, times or the port, as its kind counts' }),
    times: z
      .int()
      .min(1)
      .max(1000)
      .optional()
      .meta({ description: 'how often it strikes, for a kind that strikes; left out: every time, until it is ended' }),
  }),
  response: z.object({ id: z.string() }),
  errors: [400, 401, 403, 404],
  handle: (call) => {
    const { environment_id: environmentId, ...fault } = call.body;
    return addFault({ ctx: contextOf(call), input: { ...fault, environmentId } });
  },
});

export const removeFaultEndpoint = endpoint({
  id: 'removeFault',
  method: 'DELETE',
  path: '/v1/simulation/faults/{faultId}',
  summary: 'End it',
  tag,
  role: 'admin',
  params: z.object({ faultId: IdSchema }),
  response: null,
  errors: [401, 403, 404],
  handle: (call) => endFault({ ctx: contextOf(call), input: call.params }),
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
