import { describeVersion } from '@/lib/api/describe-version';
import { showVersion } from '@/lib/api/operations/general';
import { serve } from '@/lib/api/route';

export const GET = serve(showVersion, ({ container }) => describeVersion(container.config.baseUrl));

export {
  refuseMethod as DELETE,
  refuseMethod as PATCH,
  refuseMethod as POST,
  refuseMethod as PUT,
  tellMethods as OPTIONS,
} from '@/lib/api/refuse-method';
