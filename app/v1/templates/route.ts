import { listTemplatesOperation, saveTemplateOperation } from '@/lib/api/operations/templates';
import { serve } from '@/lib/api/route';
import { contextOf } from '@/lib/api/use-case-context';
import { listTemplates } from '@/lib/environments/templates/list';
import { saveTemplate } from '@/lib/environments/templates/save';

export const GET = serve(listTemplatesOperation, (call) => listTemplates({ ctx: contextOf(call), input: call.query }));

export const POST = serve(saveTemplateOperation, (call) => {
  const { environment_id: environmentId, ...rest } = call.body;
  const sessionId = call.headers['x-configuration-session'];
  return saveTemplate({ ctx: contextOf(call), input: { environmentId, sessionId, ...rest } });
});

export {
  refuseMethod as DELETE,
  refuseMethod as PATCH,
  refuseMethod as PUT,
  tellMethods as OPTIONS,
} from '@/lib/api/refuse-method';
