import { errors, type FieldProblem } from '@/lib/errors';
import { fileNameOf, printPolicyFile } from '@/lib/formats/policy/policy-file';
import { rulesIn } from '@/lib/model/policies/policy-file';
import type { PolicyLanguage } from '@/lib/model/policies/policy-template';
import { conformParameters } from '@/lib/model/policies/policy-template';
import type { PolicyView } from '@/lib/model/policies/policy-view';
import { requireRole, type UseCaseCall } from '../context';
import { type PolicyScope, requireMayChange, tenantOf, visiblePolicy } from './access';
import { createPolicy } from './write';

/** A policy as a file. @throws forbidden `role_too_low`; not_found `policy_not_found` */
export async function exportPolicy({
  ctx,
  input,
}: UseCaseCall<{ policyId: string }>): Promise<{ fileName: string; file: string }> {
  requireRole(ctx, 'reader');
  const { name, summary, mode, enabled, parameters, text } = await visiblePolicy(ctx, input.policyId);
  const file = printPolicyFile({ name, summary, mode, enabled, values: parameters, rules: text });
  return { fileName: `${fileNameOf(name)}.yaml`, file };
}

/**
 * Stores the policy of a file.
 *
 * @param input `language`: of its title and its sentences, where it has several
 * @throws as `createPolicy`, whose role is required before the file is read; invalid_input `policy_file_invalid` with
 *   line and field of what is wrong with the file
 */
export async function importPolicy({
  ctx,
  input,
}: UseCaseCall<{ file: string; scope: PolicyScope; language: PolicyLanguage }>): Promise<PolicyView> {
  const { scope, language } = input;
  requireMayChange(ctx, tenantOf(ctx, scope));
  const { file, problems } = await ctx.policies.readFile(input.file, ctx.actor.tenantId);
  if (!file) {
    throw invalid(
      problems.map(({ path, line, code, sentence }) => ({
        ...{ path: path || 'file', code },
        sentence: line === undefined ? sentence : `Line ${line}: ${sentence}`,
      })),
    );
  }
  const conformed = conformParameters(file.parameters, file.values);
  if (file.parameters.length > 0 && conformed.problems.length > 0) {
    throw invalid(
      conformed.problems.map(({ name, sentence }) => ({ path: `values.${name}`, code: 'invalid', sentence })),
    );
  }
  const { enabled, mode, title, summary } = file;
  const parameters = file.parameters.length === 0 ? file.values : conformed.parameters;
  const text = rulesIn(file, language);
  const written = { name: title[language], summary: summary[language], text, parameters, enabled, mode };
  return createPolicy({ ctx, input: { ...written, scope } });
}

function invalid(fields: FieldProblem[]) {
  return errors.invalidInput(fields[0]?.sentence ?? '', fields, { code: 'policy_file_invalid' });
}
