import { previewSessionOperation } from '@/lib/api/operations/previews';
import { serve } from '@/lib/api/route';
import { contextOf } from '@/lib/api/use-case-context';
import { previewSession } from '@/lib/environments/preview/session';

export const GET = serve(previewSessionOperation, (call) =>
  previewSession({ ctx: contextOf(call), input: call.params }),
);

export {
  refuseMethod as DELETE,
  refuseMethod as PATCH,
  refuseMethod as POST,
  refuseMethod as PUT,
  tellMethods as OPTIONS,
} from '@/lib/api/refuse-method';
