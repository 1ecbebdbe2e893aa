import { listProjects } from '@/lib/api/operations/identity';
import { serve } from '@/lib/api/route';
import { tokenOfCaller } from '@/lib/api/token-subject';
import { describeProjects } from '@/lib/auth/keystone';

export const GET = serve(listProjects, async ({ container: { auth, config }, request }) => {
  const { user } = await tokenOfCaller(auth, request);
  return describeProjects(await auth.membershipsOf(user.id), config.baseUrl);
});

export {
  refuseMethod as DELETE,
  refuseMethod as PATCH,
  refuseMethod as POST,
  refuseMethod as PUT,
  tellMethods as OPTIONS,
} from '@/lib/api/refuse-method';
