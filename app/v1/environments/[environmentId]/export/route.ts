import { exportEnvironmentOperation } from '@/lib/api/operations/templates';
import { serve } from '@/lib/api/route';
import { contextOf } from '@/lib/api/use-case-context';
import { exportEnvironment } from '@/lib/environments/templates/export';

export const GET = serve(exportEnvironmentOperation, (call) =>
  exportEnvironment({
    ctx: contextOf(call),
    input: { ...call.params, sessionId: call.headers['x-configuration-session'] },
  }),
);

export {
  refuseMethod as DELETE,
  refuseMethod as PATCH,
  refuseMethod as POST,
  refuseMethod as PUT,
  tellMethods as OPTIONS,
} from '@/lib/api/refuse-method';
