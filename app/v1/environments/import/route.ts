import { importEnvironmentOperation } from '@/lib/api/operations/templates';
import { serve } from '@/lib/api/route';
import { contextOf } from '@/lib/api/use-case-context';
import { importEnvironment } from '@/lib/environments/templates/import';

export const POST = serve(importEnvironmentOperation, (call) => {
  const { missing_secrets: missingSecrets, ...rest } = call.body;
  return importEnvironment({ ctx: contextOf(call), input: { missingSecrets, ...rest } });
});

export {
  refuseMethod as DELETE,
  refuseMethod as GET,
  refuseMethod as PATCH,
  refuseMethod as PUT,
  tellMethods as OPTIONS,
} from '@/lib/api/refuse-method';
