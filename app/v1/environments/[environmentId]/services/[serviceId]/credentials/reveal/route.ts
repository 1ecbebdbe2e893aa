import { revealCredentialOperation } from '@/lib/api/operations/credentials';
import { serve } from '@/lib/api/route';
import { contextOf } from '@/lib/api/use-case-context';
import { revealCredential } from '@/lib/environments/credentials/reveal';

export const POST = serve(revealCredentialOperation, (call) =>
  revealCredential({
    ctx: contextOf(call),
    input: { ...call.params, ...call.body, open: call.container.box.openText },
  }),
);

export {
  refuseMethod as DELETE,
  refuseMethod as GET,
  refuseMethod as PATCH,
  refuseMethod as PUT,
  tellMethods as OPTIONS,
} from '@/lib/api/refuse-method';
