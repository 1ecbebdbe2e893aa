import { compareVersionsOperation } from '@/lib/api/operations/history';
import { serve } from '@/lib/api/route';
import { contextOf } from '@/lib/api/use-case-context';
import { compareEnvironmentVersions } from '@/lib/environments/history/compare';

export const GET = serve(compareVersionsOperation, (call) =>
  compareEnvironmentVersions({ ctx: contextOf(call), input: { ...call.params, ...call.query } }),
);

export {
  refuseMethod as DELETE,
  refuseMethod as PATCH,
  refuseMethod as POST,
  refuseMethod as PUT,
  tellMethods as OPTIONS,
} from '@/lib/api/refuse-method';
