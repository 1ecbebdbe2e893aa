import { refuseAbandoning } from '@/lib/api/murano-dialect';
import {
  deleteEnvironmentOperation,
  getEnvironmentOperation,
  renameEnvironmentOperation,
} from '@/lib/api/operations/environments';
import { serve } from '@/lib/api/route';
import { contextOf } from '@/lib/api/use-case-context';
import { deleteEnvironment } from '@/lib/environments/environments/delete';
import { renameEnvironment } from '@/lib/environments/environments/rename';
import { getEnvironment } from '@/lib/environments/services/read';

export const GET = serve(getEnvironmentOperation, (call) =>
  getEnvironment({
    ctx: contextOf(call),
    input: { ...call.params, sessionId: call.headers['x-configuration-session'] },
  }),
);

export const PUT = serve(renameEnvironmentOperation, (call) =>
  renameEnvironment({ ctx: contextOf(call), input: { ...call.params, ...call.body } }),
);

export const DELETE = serve(deleteEnvironmentOperation, (call) => {
  refuseAbandoning(call.query.abandon);
  return deleteEnvironment({ ctx: contextOf(call), input: call.params });
});

export {
  refuseMethod as PATCH,
  refuseMethod as POST,
  tellMethods as OPTIONS,
} from '@/lib/api/refuse-method';
