import { checkImportOperation } from '@/lib/api/operations/templates';
import { serve } from '@/lib/api/route';
import { contextOf } from '@/lib/api/use-case-context';
import { checkImport } from '@/lib/environments/templates/import';

export const POST = serve(checkImportOperation, (call) => checkImport({ ctx: contextOf(call), input: call.body }));

export {
  refuseMethod as DELETE,
  refuseMethod as GET,
  refuseMethod as PATCH,
  refuseMethod as PUT,
  tellMethods as OPTIONS,
} from '@/lib/api/refuse-method';
