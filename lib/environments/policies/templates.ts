import type { PolicyRow } from '@/lib/db/policies';
import { errors } from '@/lib/errors';
import { inEveryLanguage, inLanguage } from '@/lib/model/policies/every-language';
import type { PolicyParameters } from '@/lib/model/policies/parameters';
import { type PolicyTemplate, rulesIn } from '@/lib/model/policies/policy-file';
import { conformParameters, type PolicyLanguage, type PolicyTemplateView } from '@/lib/model/policies/policy-template';
import { type Context, requireRole, type UseCaseCall } from '../context';

/** The policies that the installation ships ready, with the contracts of their values. @throws forbidden `role_too_low` */
export async function listPolicyTemplates({ ctx }: UseCaseCall<object>): Promise<PolicyTemplateView[]> {
  requireRole(ctx, 'reader');
  return ctx.policyTemplates.map(({ name, title, summary, parameters, rules, words }) => ({
    ...{ name, title, summary, parameters, rules, words },
  }));
}

/** What is stored of a policy that is made of a ready one. */
export interface PolicyFromTemplate {
  name: string;
  summary: string;
  text: string;
  parameters: PolicyParameters;
  template: string;
  language: PolicyLanguage;
}

/**
 * A policy made of a ready one, in one language.
 *
 * @throws not_found `policy_template_not_found`; invalid_input with each bad value
 */
export function madeOfTemplate(
  ctx: Context,
  {
    template: name,
    language,
    parameters,
  }: { template: string; language: PolicyLanguage; parameters: PolicyParameters },
): PolicyFromTemplate {
  const template = ctx.policyTemplates.find((one) => one.name === name);
  if (!template) {
    throw errors.notFound(
      'policy_template_not_found',
      `There is no ready policy "${name}"; there are ${ctx.policyTemplates.map((one) => one.name).join(', ')}.`,
    );
  }
  return {
    name: template.title[language],
    summary: template.summary[language],
    text: rulesIn(template, language),
    parameters: soundParameters(template, parameters),
    template: name,
    language,
  };
}

type Speaking = Pick<PolicyRow, 'name' | 'template' | 'language'> & Partial<Pick<PolicyRow, 'summary' | 'text'>>;

/**
 * A policy in every language at once, for what is stored or said to several people: one that was made of a ready one and
 * left as it is shipped speaks every language that this does. A name, a summary or rules that somebody wrote stay as they
 * are. The API answers each reader in theirs (`respondTo`).
 */
export function inAllLanguages<Policy extends Speaking>(
  { policyTemplates }: Pick<Context, 'policyTemplates'>,
  policy: Policy,
): Policy {
  const template = policyTemplates.find(({ name }) => name === policy.template);
  const { language: written } = policy;
  if (!template || written === null) return policy;
  const { title, summary } = template;
  return {
    ...policy,
    name: policy.name === title[written] ? inEveryLanguage(title) : policy.name,
    summary: policy.summary === summary[written] ? inEveryLanguage(summary) : policy.summary,
    text: policy.text === rulesIn(template, written) ? rulesIn(template, 'every') : policy.text,
  };
}

/** The same in the language of whoever reads. */
export function inReadersLanguage<Policy extends Speaking>(
  { policyTemplates, language }: Pick<Context, 'policyTemplates' | 'language'>,
  policy: Policy,
): Policy {
  const all = inAllLanguages({ policyTemplates }, policy);
  const { name, summary, text } = all;
  return {
    ...all,
    name: inLanguage(name, language),
    summary: summary && inLanguage(summary, language),
    text: text && inLanguage(text, language),
  };
}

/**
 * Values for a policy that was made of a ready one, by its contracts; those of any other policy are free, and so are those
 * of one that is shipped no longer.
 *
 * @throws invalid_input with each bad value
 */
export function parametersFor(ctx: Context, template: string | null, parameters: PolicyParameters): PolicyParameters {
  const found = ctx.policyTemplates.find(({ name }) => name === template);
  return found ? soundParameters(found, parameters) : parameters;
}

function soundParameters(template: PolicyTemplate, given: PolicyParameters): PolicyParameters {
  const { parameters, problems } = conformParameters(template.parameters, given);
  const [first] = problems;
  if (!first) return parameters;
  const fields = problems.map(({ name, sentence }) => ({ path: `parameters.${name}`, code: 'invalid', sentence }));
  throw errors.invalidInput(first.sentence, fields, { code: 'policy_parameters_invalid' });
}
