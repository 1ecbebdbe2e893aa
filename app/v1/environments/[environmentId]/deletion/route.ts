import { previewDeletionOperation } from '@/lib/api/operations/previews';
import { serve } from '@/lib/api/route';
import { contextOf } from '@/lib/api/use-case-context';
import { previewDeletion } from '@/lib/environments/preview/deletion';

export const GET = serve(previewDeletionOperation, (call) =>
  previewDeletion({ ctx: contextOf(call), input: call.params }),
);

export {
  refuseMethod as DELETE,
  refuseMethod as PATCH,
  refuseMethod as POST,
  refuseMethod as PUT,
  tellMethods as OPTIONS,
} from '@/lib/api/refuse-method';
