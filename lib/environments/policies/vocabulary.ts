import type { PolicyVocabulary } from '@/lib/ports/policies';
import { requireRole, type UseCaseCall } from '../context';

/** What rules may speak of, for an editor. @throws forbidden `role_too_low` */
export async function policyVocabulary({ ctx }: UseCaseCall<object>): Promise<PolicyVocabulary> {
  requireRole(ctx, 'reader');
  return ctx.policies.vocabulary();
}
