import { deploySessionOperation } from '@/lib/api/operations/sessions';
import { serve } from '@/lib/api/route';
import { contextOf } from '@/lib/api/use-case-context';
import { deploySession } from '@/lib/environments/sessions/deploy';

export const POST = serve(deploySessionOperation, (call) =>
  deploySession({
    ctx: contextOf(call),
    input: {
      ...call.params,
      idempotencyKey: call.headers['idempotency-key'],
      revision: revisionIn(call.headers['if-match']),
    },
  }),
);

/** The number in an entity tag such as `"12"`. */
function revisionIn(tag: string | undefined): number | undefined {
  return tag === undefined ? undefined : Number(tag.slice(1, -1));
}

export {
  refuseMethod as DELETE,
  refuseMethod as GET,
  refuseMethod as PATCH,
  refuseMethod as PUT,
  tellMethods as OPTIONS,
} from '@/lib/api/refuse-method';
