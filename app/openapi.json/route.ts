import { openApi } from '@/lib/api/openapi';
import { operations } from '@/lib/api/operations';
import { describeApi } from '@/lib/api/operations/general';
import { serve } from '@/lib/api/route';

export const GET = serve(describeApi, ({ container }) => openApi(operations, container.config.baseUrl));

export {
  refuseMethod as DELETE,
  refuseMethod as PATCH,
  refuseMethod as POST,
  refuseMethod as PUT,
  tellMethods as OPTIONS,
} from '@/lib/api/refuse-method';
