import { describeMe } from '@/lib/api/describe-me';
import { showMe } from '@/lib/api/operations/general';
import { serve } from '@/lib/api/route';

export const GET = serve(showMe, ({ actor, container }) => describeMe(actor, container));

export {
  refuseMethod as DELETE,
  refuseMethod as PATCH,
  refuseMethod as POST,
  refuseMethod as PUT,
  tellMethods as OPTIONS,
} from '@/lib/api/refuse-method';
