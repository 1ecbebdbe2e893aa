import { resetPassword } from '@/lib/administration/users/reset-password';
import { adminContextOf } from '@/lib/api/admin-context';
import { resetPasswordOperation } from '@/lib/api/operations/people';
import { serve } from '@/lib/api/route';

export const POST = serve(resetPasswordOperation, (call) =>
  resetPassword({ ctx: adminContextOf(call), input: call.params }),
);

export {
  refuseMethod as DELETE,
  refuseMethod as GET,
  refuseMethod as PATCH,
  refuseMethod as PUT,
  tellMethods as OPTIONS,
} from '@/lib/api/refuse-method';
