import { identityVersion } from '@/lib/api/identity-versions';
import { showIdentityVersions } from '@/lib/api/operations/identity';
import { serve } from '@/lib/api/route';

export const GET = serve(showIdentityVersions, ({ container }) => ({
  versions: { values: [identityVersion(container.config.baseUrl)] },
}));

export {
  refuseMethod as DELETE,
  refuseMethod as PATCH,
  refuseMethod as POST,
  refuseMethod as PUT,
  tellMethods as OPTIONS,
} from '@/lib/api/refuse-method';
