import { z } from 'zod';
import type { PolicyParameters } from './parameters';

/** The languages that ready policies speak. */
export const PolicyLanguageSchema = z.enum(['en', 'de']);
export type PolicyLanguage = z.infer<typeof PolicyLanguageSchema>;

/** One text in every language. */
export const WordsSchema = z.object({ en: z.string().min(1), de: z.string().min(1) });

/**
 * A value that a ready policy is used with, and its contract. `hour` is a whole number from 0 to 23; a list of texts is
 * given item by item; the names of sizes and images are those of the cloud.
 */
export const PolicyParameterContractSchema = z.object({
  name: z.string().regex(/^[A-Za-z_]\w{0,63}$/),
  kind: z.enum(['integer', 'hour', 'text', 'textList', 'imageList', 'flavorList', 'weekdayList', 'boolean']),
  label: WordsSchema,
  help: WordsSchema.optional(),
  /** it may not be left out or be empty */
  required: z.boolean().default(false),
  default: z.union([z.string(), z.int(), z.boolean(), z.array(z.union([z.string(), z.int()]))]).optional(),
  min: z.int().optional(),
  max: z.int().optional(),
});
export type PolicyParameterContract = z.infer<typeof PolicyParameterContractSchema>;

/** A ready policy as the API shows it. */
export const PolicyTemplateViewSchema = z
  .object({
    name: z.string(),
    title: WordsSchema,
    summary: WordsSchema,
    parameters: z.array(PolicyParameterContractSchema),
    rules: z.string().meta({ description: 'in Datalog; the words of its sentences are rows of the table `says`' }),
    words: z.record(z.string(), WordsSchema).meta({ description: 'rows of the table `says(key, words)`' }),
  })
  .meta({ id: 'PolicyTemplate' });
export type PolicyTemplateView = z.infer<typeof PolicyTemplateViewSchema>;

/** Something that is wrong with the values for a ready policy. */
export interface ParameterProblem {
  name: string;
  sentence: string;
}

/**
 * Values for a ready policy by its contracts: what is left out takes its default.
 *
 * @returns the values, and everything that is wrong with them
 */
export function conformParameters(
  contracts: readonly PolicyParameterContract[],
  given: PolicyParameters,
): { parameters: PolicyParameters; problems: ParameterProblem[] } {
  const problems: ParameterProblem[] = [];
  const add = (name: string, sentence: string) => problems.push({ name, sentence });
  for (const name of Object.keys(given)) {
    if (!contracts.some((contract) => contract.name === name)) add(name, `There is no value "${name}".`);
  }
  const parameters: PolicyParameters = {};
  for (const contract of contracts) {
    const { name } = contract;
    const value = given[name] ?? contract.default;
    const isEmpty = value === undefined || value === '' || (Array.isArray(value) && value.length === 0);
    if (isEmpty) {
      if (contract.required) add(name, `Fill in "${contract.label.en}".`);
      else if (value !== undefined) parameters[name] = value;
      continue;
    }
    const sentence = problemOf(contract, value);
    if (sentence) add(name, `"${contract.label.en}": ${sentence}`);
    else parameters[name] = value;
  }
  return { parameters, problems };
}

type ParameterValue = PolicyParameters[string];

function problemOf({ kind, min, max }: PolicyParameterContract, value: ParameterValue): string | null {
  switch (kind) {
    case 'integer':
    case 'hour': {
      const [least, most] = kind === 'hour' ? [0, 23] : [min, max];
      if (typeof value !== 'number') return 'this is a whole number.';
      if (least !== undefined && value < least) return `${value} is too small; the least is ${least}.`;
      if (most !== undefined && value > most) return `${value} is too large; the most is ${most}.`;
      return null;
    }
    case 'boolean':
      return typeof value === 'boolean' ? null : 'this is yes or no.';
    case 'text':
      return typeof value === 'string' ? null : 'this is a text.';
    case 'weekdayList': {
      const isDay = (day: unknown) => typeof day === 'number' && day >= 1 && day <= 7;
      return Array.isArray(value) && value.every(isDay) ? null : 'this is a list of days from 1, Monday, to 7, Sunday.';
    }
    default:
      return Array.isArray(value) && value.every((one) => typeof one === 'string') ? null : 'this is a list of texts.';
  }
}
