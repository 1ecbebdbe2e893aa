import { cloneEnvironmentOperation } from '@/lib/api/operations/templates';
import { serve } from '@/lib/api/route';
import { contextOf } from '@/lib/api/use-case-context';
import { cloneEnvironment } from '@/lib/environments/templates/clone';

export const POST = serve(cloneEnvironmentOperation, (call) =>
  cloneEnvironment({
    ctx: contextOf(call),
    input: { ...call.params, sessionId: call.headers['x-configuration-session'], ...call.body },
  }),
);

export {
  refuseMethod as DELETE,
  refuseMethod as GET,
  refuseMethod as PATCH,
  refuseMethod as PUT,
  tellMethods as OPTIONS,
} from '@/lib/api/refuse-method';
