import { deployTemplateOperation } from '@/lib/api/operations/templates';
import { serve } from '@/lib/api/route';
import { contextOf } from '@/lib/api/use-case-context';
import { deployTemplate } from '@/lib/environments/templates/deploy';

export const POST = serve(deployTemplateOperation, (call) =>
  deployTemplate({ ctx: contextOf(call), input: { ...call.params, ...call.body } }),
);

export {
  refuseMethod as DELETE,
  refuseMethod as GET,
  refuseMethod as PATCH,
  refuseMethod as PUT,
  tellMethods as OPTIONS,
} from '@/lib/api/refuse-method';
