import os from 'node:os';
import { z } from 'zod';
import { machineStatistics, machineTotals } from '@/lib/environments/statistics/machines';
import { IdSchema } from '@/lib/model/environment';
import { endpoint } from '../../endpoint';
import { contextOf } from '../../use-case-context';
import { EnvironmentParams } from '../parameters';

const tag = 'statistics';
const STATISTICS = '/v1/environments/{environmentId}/instance-statistics';
const MachineSchema = z.object({
  type: z.int().meta({ description: '100: a machine' }),
  duration: z.int().meta({ description: 'seconds that it has been there' }),
  type_name: z.string(),
  type_title: z.string(),
  instance_id: z.string().meta({ description: 'of its unit' }),
  active: z.boolean(),
});

export const listMachineStatisticsEndpoint = endpoint({
  id: 'listMachineStatistics',
  method: 'GET',
  path: `${STATISTICS}/raw`,
  summary: 'How long each machine of an environment has been there',
  tag,
  role: 'reader',
  params: EnvironmentParams,
  response: z.array(MachineSchema),
  errors: [401, 403, 404],
  handle: (call) => machineStatistics({ ctx: contextOf(call), input: call.params }),
});

export const showMachineStatisticsEndpoint = endpoint({
  id: 'showMachineStatistics',
  method: 'GET',
  path: `${STATISTICS}/raw/{unitId}`,
  summary: 'How long one machine has been there; an empty list for one that is not',
  tag,
  role: 'reader',
  params: EnvironmentParams.extend({ unitId: IdSchema }),
  response: z.array(MachineSchema),
  errors: [401, 403, 404],
  handle: (call) => machineStatistics({ ctx: contextOf(call), input: call.params }),
});

export const sumMachineStatisticsEndpoint = endpoint({
  id: 'sumMachineStatistics',
  method: 'GET',
  path: `${STATISTICS}/aggregated`,
  summary: 'How many machines an environment has, and how long they have been there all together',
  tag,
  role: 'reader',
  params: EnvironmentParams,
  response: z.array(z.object({ type: z.int(), duration: z.int(), count: z.int() })),
  errors: [401, 403, 404],
  handle: (call) => machineTotals({ ctx: contextOf(call), input: call.params }),
});

export const requestStatisticsEndpoint = endpoint({
  id: 'requestStatistics',
  method: 'GET',
  path: '/v1/stats',
  summary: 'How many requests this process has answered, and how quickly, as Murano tells it',
  tag,
  role: 'system',
  response: z.array(
    z.object({
      host: z.string(),
      request_count: z.int(),
      error_count: z.int().meta({ description: 'answered with 400 or more' }),
      average_response_time: z.number().meta({ description: 'in milliseconds' }),
      requests_per_second: z.number().meta({ description: 'since the process began' }),
      errors_per_second: z.number(),
      cpu_count: z.int(),
      cpu_percent: z.number().meta({ description: 'of one processor, since the process began' }),
    }),
  ),
  errors: [401, 403],
  handle: async ({ container }) => {
    const { count, errors, averageMs } = await container.metrics.requests();
    const seconds = process.uptime();
    const { user, system } = process.cpuUsage();
    return [
      {
        host: os.hostname(),
        request_count: count,
        error_count: errors,
        average_response_time: averageMs,
        requests_per_second: count / seconds,
        errors_per_second: errors / seconds,
        cpu_count: os.cpus().length,
        cpu_percent: ((user + system) / 1_000_000 / seconds) * 100,
      },
    ];
  },
});
