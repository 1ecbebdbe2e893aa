import { createEnvironmentOperation, listEnvironmentsOperation } from '@/lib/api/operations/environments';
import { serve } from '@/lib/api/route';
import { contextOf } from '@/lib/api/use-case-context';
import { createEnvironment } from '@/lib/environments/environments/create';
import { listEnvironments } from '@/lib/environments/environments/list';

export const GET = serve(listEnvironmentsOperation, (call) => {
  const {
    order_by: order,
    sort_dir: direction,
    with_count: withCount,
    tenant,
    all_tenants: allTenants,
    ...query
  } = call.query;
  return listEnvironments({
    ctx: contextOf(call),
    input: { ...query, order, descending: direction === 'desc', withCount, tenant: allTenants ? null : tenant },
  });
});

export const POST = serve(createEnvironmentOperation, (call) =>
  createEnvironment({ ctx: contextOf(call), input: { name: call.body.name } }),
);

export {
  refuseMethod as DELETE,
  refuseMethod as PATCH,
  refuseMethod as PUT,
  tellMethods as OPTIONS,
} from '@/lib/api/refuse-method';
