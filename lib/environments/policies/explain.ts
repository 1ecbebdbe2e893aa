import { errors } from '@/lib/errors';
import { hasRole } from '@/lib/model/actor';
import type { PolicyExplanationView } from '@/lib/model/policies/explanation';
import type { PolicyParameters } from '@/lib/model/policies/parameters';
import { anySession, ownSession } from '../access/own-session';
import { visibleEnvironment } from '../access/visible';
import { type Context, requireRole, type UseCaseCall } from '../context';
import { requireMayChange, visiblePolicy } from './access';
import { deploymentOfDraft, type PolicySubject, questionAbout } from './question';

/** Which document rules are asked about: what is deployed in an environment, or a draft of it. */
export interface DocumentAddress {
  environmentId: string;
  sessionId?: string;
}

/**
 * Why rules answer a question about an environment or a draft as they do, or why they do not answer it: of a policy that
 * holds in the tenant everybody may ask, of a text that is not stored who may write policies.
 *
 * @param input `atom`: what is asked for, `predeploy_errors(environment, object, message)`
 * @throws forbidden `role_too_low`; not_found `policy_not_found`, `environment_not_found`, `session_not_found`; invalid_input
 *   `policy_invalid` with what keeps the rules or the atom from being asked
 */
export async function explainPolicy({
  ctx,
  input,
}: UseCaseCall<
  DocumentAddress & { policyId?: string; text?: string; parameters?: PolicyParameters; atom: string }
>): Promise<PolicyExplanationView> {
  requireRole(ctx, 'reader');
  const rules = await rulesOf(ctx, input);
  const { question } = await questionAbout(ctx, await subjectOf(ctx, input));
  const asked = { ...question, ruleSets: [{ id: 'asked', ...rules, modifies: false }] };
  const { problems, ...explanation } = await ctx.policies.explain(asked, input.atom);
  const [first] = problems;
  if (first) {
    const fields = problems.map(({ line, column, sentence }) => ({
      path: line === null ? 'atom' : `text:${line}:${column}`,
      code: 'rule_invalid',
      sentence,
    }));
    throw errors.invalidInput(first.sentence, fields, { code: 'policy_invalid' });
  }
  return explanation;
}

async function rulesOf(
  ctx: Context,
  { policyId, text, parameters }: { policyId?: string; text?: string; parameters?: PolicyParameters },
): Promise<{ text: string; parameters: PolicyParameters }> {
  if (policyId !== undefined) {
    const policy = await visiblePolicy(ctx, policyId);
    return { text: policy.text, parameters: policy.parameters };
  }
  requireMayChange(ctx, ctx.actor.tenantId);
  return { text: text ?? '', parameters: parameters ?? {} };
}

/**
 * The deployment of what stands in an environment, or in a draft of it.
 *
 * @throws not_found `environment_not_found`, `session_not_found`; forbidden `other_tenant`
 */
export async function subjectOf(
  ctx: Context,
  { environmentId, sessionId }: DocumentAddress,
): Promise<PolicySubject & { name: string }> {
  if (sessionId === undefined) {
    const { name, model, version } = await visibleEnvironment(ctx, environmentId);
    return { name, kind: 'deploy', model, deployed: version > 0 ? model : null };
  }
  // Nobody is told what another one's draft holds, administrators apart: rules are theirs to try.
  const mayReadAll = ctx.actor.systemAdmin || hasRole(ctx.actor.role, 'admin');
  const session = await (mayReadAll ? anySession : ownSession)(ctx, { environmentId, sessionId });
  const subject = await deploymentOfDraft(ctx, session);
  return { name: subject.model.name, ...subject };
}
