import { createUser } from '@/lib/administration/users/create';
import { listUsers } from '@/lib/administration/users/list';
import { adminContextOf } from '@/lib/api/admin-context';
import { createUserOperation, listUsersOperation } from '@/lib/api/operations/people';
import { serve } from '@/lib/api/route';

export const GET = serve(listUsersOperation, (call) => listUsers({ ctx: adminContextOf(call), input: call.query }));

export const POST = serve(createUserOperation, (call) => createUser({ ctx: adminContextOf(call), input: call.body }));

export {
  refuseMethod as DELETE,
  refuseMethod as PATCH,
  refuseMethod as PUT,
  tellMethods as OPTIONS,
} from '@/lib/api/refuse-method';
