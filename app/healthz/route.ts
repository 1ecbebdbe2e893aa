import { showLiveness } from '@/lib/api/operations/probes';
import { serve } from '@/lib/api/route';

export const GET = serve(showLiveness, () => ({ status: 'ok' as const }));

export {
  refuseMethod as DELETE,
  refuseMethod as PATCH,
  refuseMethod as POST,
  refuseMethod as PUT,
  tellMethods as OPTIONS,
} from '@/lib/api/refuse-method';
