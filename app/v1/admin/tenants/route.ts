import { createTenant } from '@/lib/administration/tenants/change';
import { listTenants } from '@/lib/administration/tenants/list';
import { adminContextOf } from '@/lib/api/admin-context';
import { createTenantOperation, listTenantsOperation } from '@/lib/api/operations/people';
import { serve } from '@/lib/api/route';

export const GET = serve(listTenantsOperation, (call) => listTenants({ ctx: adminContextOf(call), input: call.query }));

export const POST = serve(createTenantOperation, (call) =>
  createTenant({ ctx: adminContextOf(call), input: call.body }),
);

export {
  refuseMethod as DELETE,
  refuseMethod as PATCH,
  refuseMethod as PUT,
  tellMethods as OPTIONS,
} from '@/lib/api/refuse-method';
