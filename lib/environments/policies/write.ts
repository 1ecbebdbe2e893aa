import { newId } from '@/lib/crypto';
import {
  deletePolicyRow,
  listPolicyRows,
  type PolicyRow,
  policyOnFailure,
  storePolicy,
  storePolicyOnFailure,
  type WrittenPolicy,
} from '@/lib/db/policies';
import { errors, type FieldProblem } from '@/lib/errors';
import type { PolicyLanguage } from '@/lib/model/policies/policy-template';
import type { PolicyInput, PolicyMode, PolicyTextProblemView, PolicyView } from '@/lib/model/policies/policy-view';
import { withoutUndefined } from '@/lib/model/without-undefined';
import { auditOf, type Context, requireRole, requireSystemAdmin, type UseCaseCall } from '../context';
import { type PolicyScope, requireMayChange, tenantOf, visiblePolicy } from './access';
import { getPolicy } from './list';
import { inReadersLanguage, madeOfTemplate, parametersFor } from './templates';

/** So many policies one scope may have: each is asked before every run. */
const MAX_POLICIES = 100;

/**
 * Stores a new policy, once its text can be asked.
 *
 * @param input `scope`: the whole installation or the actor's tenant
 * @throws forbidden `role_too_low`, `not_a_system_admin`; invalid_input `policy_invalid` with line and column of every
 *   fault; conflict `policy_name_taken`; limit_exceeded `too_many_policies`
 */
export async function createPolicy({
  ctx,
  input,
}: UseCaseCall<PolicyInput & { scope: PolicyScope }>): Promise<PolicyView> {
  const { scope, ...written } = input;
  return storeNew(ctx, scope, { ...written, template: null, language: null });
}

/**
 * Switches a ready policy on: stores a policy that is made of it.
 *
 * @param input `language`: of its name and its sentences; `name`: left out, the title of the ready one
 * @throws as {@link createPolicy}; not_found `policy_template_not_found`; invalid_input `policy_parameters_invalid`
 */
export async function createFromTemplate({
  ctx,
  input,
}: UseCaseCall<
  Pick<PolicyInput, 'parameters' | 'enabled' | 'mode'> & {
    scope: PolicyScope;
    template: string;
    language: PolicyLanguage;
    name?: string;
    summary?: string;
  }
>): Promise<PolicyView> {
  const { scope, enabled, mode, name, summary } = input;
  requireMayChange(ctx, tenantOf(ctx, scope));
  const made = madeOfTemplate(ctx, input);
  return storeNew(ctx, scope, { ...made, ...withoutUndefined({ name, summary }), enabled, mode });
}

async function storeNew(
  ctx: Context,
  scope: PolicyScope,
  written: PolicyInput & Pick<WrittenPolicy, 'template' | 'language'>,
): Promise<PolicyView> {
  const tenantId = tenantOf(ctx, scope);
  requireMayChange(ctx, tenantId);
  const known = await listPolicyRows(ctx.db, ctx.actor.tenantId);
  if (known.filter((one) => one.tenantId === tenantId).length >= MAX_POLICIES) {
    throw errors.limitExceeded(
      'too_many_policies',
      `There are ${MAX_POLICIES} policies already. Delete one that is no longer needed, or add the rules to another.`,
    );
  }
  await requireSound(ctx, written.text);
  const policy = { id: newId(), tenantId, ...written, version: 1, changedBy: ctx.actor.userId };
  await store(ctx, policy, null, 'policy.create');
  return getPolicy({ ctx, input: { policyId: policy.id } });
}

/**
 * Changes a policy; what is left out stays. Another text or other parameters make a version of it.
 *
 * @param input `version`: the one that was read, so that nobody's change is overwritten unseen
 * @throws as {@link createPolicy}; not_found `policy_not_found`; conflict `policy_changed`
 */
export async function changePolicy({
  ctx,
  input,
}: UseCaseCall<{ policyId: string; version?: number; change: Partial<PolicyInput> }>): Promise<PolicyView> {
  const { policyId, version, change } = input;
  const before = await visiblePolicy(ctx, policyId);
  requireMayChange(ctx, before.tenantId);
  if (version !== undefined && version !== before.version) throw changedMeanwhile(before);
  const { id, tenantId, name, summary, text, parameters, enabled, mode, language } = before;
  const after = { name, summary, text, parameters, enabled, mode, ...withoutUndefined(change) };
  // What was shown in the reader's language and came back unchanged stays as it is kept.
  const shown = inReadersLanguage(ctx, before);
  if (after.name === shown.name) after.name = name;
  if (after.summary === shown.summary) after.summary = summary;
  // With a text of its own it is the ready policy no longer.
  const template = after.text === text ? before.template : null;
  if (change.parameters) after.parameters = parametersFor(ctx, template, change.parameters);
  const isOther = after.text !== text || JSON.stringify(after.parameters) !== JSON.stringify(parameters);
  if (after.text !== text) await requireSound(ctx, after.text);
  const policy = {
    ...{ id, tenantId, ...after, template, language },
    version: before.version + (isOther ? 1 : 0),
    changedBy: ctx.actor.userId,
  };
  await store(ctx, policy, before, 'policy.change');
  return getPolicy({ ctx, input: { policyId } });
}

/**
 * Deletes a policy with its versions and what it said; runs keep their verdicts.
 *
 * @throws forbidden `role_too_low`, `not_a_system_admin`; not_found `policy_not_found`
 */
export async function deletePolicy({ ctx, input }: UseCaseCall<{ policyId: string }>): Promise<void> {
  const { id, tenantId, name, text } = await visiblePolicy(ctx, input.policyId);
  requireMayChange(ctx, tenantId);
  await deletePolicyRow(ctx.db, id, auditOf(ctx, 'policy.delete', 'policy', id, { name, text }));
}

/**
 * Everything that is wrong with a text of rules, and what is probably not meant in it, with line and column; nothing is
 * stored.
 *
 * @throws forbidden `role_too_low`
 */
export async function checkPolicyText({
  ctx,
  input: { text },
}: UseCaseCall<{ text: string }>): Promise<Record<'problems' | 'warnings', PolicyTextProblemView[]>> {
  requireRole(ctx, 'reader');
  const { tenantId } = ctx.actor;
  const problems = await ctx.policies.problemsOf(text, tenantId);
  if (problems.length > 0) return { problems, warnings: [] };
  const [types, packages] = await Promise.all([ctx.catalog.serviceTypes(tenantId), ctx.catalog.newest(tenantId)]);
  const classes = packages.flatMap(({ pack }) => pack.classes);
  return { problems, warnings: await ctx.policies.warningsOf(text, { types, classes }, tenantId) };
}

/** What becomes of a run when rules cannot be asked. @throws forbidden `role_too_low` */
export async function getPolicySettings({ ctx }: UseCaseCall<object>): Promise<{ on_failure: PolicyMode }> {
  requireRole(ctx, 'reader');
  return { on_failure: await policyOnFailure(ctx.db) };
}

/** Says what becomes of a run when rules cannot be asked. @throws forbidden `not_a_system_admin` */
export async function changePolicySettings({
  ctx,
  input,
}: UseCaseCall<{ on_failure: PolicyMode }>): Promise<{ on_failure: PolicyMode }> {
  requireSystemAdmin(ctx.actor);
  const audit = auditOf(ctx, 'policy.settings', 'policy', 'settings', { onFailure: input.on_failure });
  await storePolicyOnFailure(ctx.db, input.on_failure, { ...audit, tenantId: null });
  return input;
}

async function requireSound(ctx: Context, text: string): Promise<void> {
  const problems = await ctx.policies.problemsOf(text, ctx.actor.tenantId);
  const [first] = problems;
  if (!first) return;
  const fields = problems.map(
    ({ line, column, sentence }): FieldProblem => ({
      path: line === null ? 'text' : `text:${line}:${column}`,
      code: 'rule_invalid',
      sentence,
    }),
  );
  const place = first.line === null ? '' : `Line ${first.line}, column ${first.column}: `;
  const more = problems.length > 1 ? ` (and ${problems.length - 1} more)` : '';
  throw errors.invalidInput(`${place}${first.sentence}${more}`, fields, { code: 'policy_invalid' });
}

async function store(
  ctx: Context,
  policy: WrittenPolicy,
  before: PolicyRow | null,
  action: 'policy.create' | 'policy.change',
): Promise<void> {
  const { id, tenantId, name, enabled, mode, version } = policy;
  const audit = auditOf(ctx, action, 'policy', id, { name, enabled, mode, version });
  // One of the installation is not of the tenant that its administrator happens to be signed in to.
  const record = tenantId === '' ? { ...audit, tenantId: null } : audit;
  const stored = await storePolicy(ctx.db, policy, before, record, ctx.now());
  if (stored === 'changed' && before) throw changedMeanwhile(before);
  if (stored === 'taken') {
    throw errors.conflict('policy_name_taken', `There is already a policy named "${name}". Choose another name.`, {
      fields: [{ path: 'name', code: 'taken', sentence: 'This name is taken.' }],
    });
  }
}

function changedMeanwhile({ name }: PolicyRow) {
  return errors.conflict(
    'policy_changed',
    `"${name}" was changed by somebody else meanwhile. Read it again, and make your change there.`,
  );
}
