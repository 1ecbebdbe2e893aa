import { createEnvironmentOperation, listEnvironmentsOperation } from '@/lib/api/operations/environments';
import { serve } from '@/lib/api/route';
import { contextOf } from '@/lib/api/use-case';
import { createEnvironment } from '@/lib/environments/environments/create';
import { listEnvironments } from '@/lib/environments/environments/list';

export const GET = serve(listEnvironmentsOperation, async (call) => ({
  environments: await listEnvironments({ ctx: contextOf(call), input: {} }),
}));

export const POST = serve(createEnvironmentOperation, (call) =>
  createEnvironment({ ctx: contextOf(call), input: call.body }),
);

export {
  refuseMethod as DELETE,
  refuseMethod as PATCH,
  refuseMethod as PUT,
  tellMethods as OPTIONS,
} from '@/lib/api/refuse-method';
