import { summariseEnvironmentsOperation } from '@/lib/api/operations/environments';
import { serve } from '@/lib/api/route';
import { contextOf } from '@/lib/api/use-case-context';
import { summariseEnvironments } from '@/lib/environments/environments/summarise';

export const GET = serve(summariseEnvironmentsOperation, (call) =>
  summariseEnvironments({ ctx: contextOf(call), input: call.query }),
);

export {
  refuseMethod as DELETE,
  refuseMethod as PATCH,
  refuseMethod as POST,
  refuseMethod as PUT,
  tellMethods as OPTIONS,
} from '@/lib/api/refuse-method';
