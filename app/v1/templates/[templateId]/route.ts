import { deleteTemplateOperation, getTemplateOperation } from '@/lib/api/operations/templates';
import { serve } from '@/lib/api/route';
import { contextOf } from '@/lib/api/use-case-context';
import { deleteTemplate } from '@/lib/environments/templates/delete';
import { getTemplate } from '@/lib/environments/templates/find';

export const GET = serve(getTemplateOperation, (call) => getTemplate({ ctx: contextOf(call), input: call.params }));

export const DELETE = serve(deleteTemplateOperation, (call) =>
  deleteTemplate({ ctx: contextOf(call), input: call.params }),
);

export {
  refuseMethod as PATCH,
  refuseMethod as POST,
  refuseMethod as PUT,
  tellMethods as OPTIONS,
} from '@/lib/api/refuse-method';
