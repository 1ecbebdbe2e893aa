import { z } from 'zod';
import type { EnvironmentModel } from '../environment';
import { OfferSchema } from '../service-type';
import { inEveryLanguage } from './every-language';
import { PolicyParametersSchema } from './parameters';
import { type PolicyLanguage, PolicyParameterContractSchema, WordsSchema } from './policy-template';
import { LONGEST_POLICY, PolicyModeSchema } from './policy-view';

/*
 * A policy as a file: what an installation ships ready, what is exported and imported, and what a repository keeps beside
 * fixtures that test it. See docs/policy.md.
 */

export const POLICY_FILE_FORMAT = 'Policy/1.0';

/** One text, or one for every language. */
const FileWordsSchema = z.union([z.string().transform((text) => ({ en: text, de: text })), WordsSchema]);

const FixtureServiceSchema = z.looseObject({
  type: z.string(),
  name: z.string(),
  units: z.array(z.looseObject({ name: z.string() })).default([]),
});
export type FixtureService = z.infer<typeof FixtureServiceSchema>;

/** An environment that a policy is asked about, and everything it must say. */
export const PolicyFixtureSchema = z.strictObject({
  name: z.string().min(1),
  /** values that differ from those of the file */
  values: PolicyParametersSchema.default({}),
  /** a kind of run */
  run: z.string().default('deploy'),
  action: z.strictObject({ object: z.string(), method: z.string() }).optional(),
  /** local time: `2026-11-23 10:00` */
  at: z
    .string()
    .regex(/^\d{4}-\d\d-\d\d \d\d:\d\d$/, 'a time is written as 2026-11-23 10:00')
    .default('2026-11-23 10:00'),
  user: z.strictObject({ name: z.string(), role: z.string() }).default({ name: 'ada', role: 'member' }),
  environment: z.string().default('environment'),
  /** what the run asks for */
  services: z.array(FixtureServiceSchema).default([]),
  /** what is deployed; left out: nothing yet */
  deployed: z.array(FixtureServiceSchema).optional(),
  /** what the cloud offers; left out: a few usual sizes and images */
  cloud: OfferSchema.partial().default({}),
  /** sentences, in whatever order */
  stops: z.array(z.string()).default([]),
  warns: z.array(z.string()).default([]),
  /** changes as rules write them */
  changes: z.array(z.string()).default([]),
});
export type PolicyFixture = z.infer<typeof PolicyFixtureSchema>;

export const PolicyFileSchema = z.strictObject({
  Format: z.literal(POLICY_FILE_FORMAT),
  /** by which a ready policy is known */
  name: z.string().regex(/^[a-z][a-z0-9-]{0,62}$/, 'a name is lower-case letters, digits and hyphens'),
  title: FileWordsSchema,
  summary: FileWordsSchema.default({ en: '', de: '' } as never),
  mode: PolicyModeSchema.default('stop'),
  enabled: z.boolean().default(true),
  /** contracts of the values; without any, values are free */
  parameters: z.array(PolicyParameterContractSchema).default([]),
  /** values that it is used with */
  values: PolicyParametersSchema.default({}),
  /** parts of sentences, rows of the table `says(key, words)` */
  words: z.record(z.string().regex(/^[a-z]\w*$/), FileWordsSchema).default({}),
  rules: z.string().max(LONGEST_POLICY),
  tests: z.array(PolicyFixtureSchema).default([]),
});
export type PolicyFile = z.infer<typeof PolicyFileSchema>;

/** A ready policy: a file that the installation ships. */
export type PolicyTemplate = Pick<PolicyFile, 'name' | 'title' | 'summary' | 'mode' | 'parameters' | 'words' | 'rules'>;

/** The table in which rules find the words of their sentences. */
const WORDS_TABLE = 'says';

/**
 * The rules of a file with the words of one language, or with each in all of them (`inEveryLanguage`).
 *
 * @throws Error for words that hold both kinds of quotes: texts of rules have no escapes
 */
export function rulesIn(
  { rules, words }: Pick<PolicyFile, 'rules' | 'words'>,
  language: PolicyLanguage | 'every',
): string {
  const rows = Object.entries(words).map(([key, inEach]) => {
    const text = language === 'every' ? inEveryLanguage(inEach) : inEach[language];
    if (text.includes('"') && text.includes("'"))
      throw new Error(`The words "${key}" hold both kinds of quotes; use one of them.`);
    const quote = text.includes('"') ? "'" : '"';
    return `${WORDS_TABLE}("${key}", ${quote}${text}${quote})`;
  });
  return rows.length === 0 ? rules : `${rules.trimEnd()}\n\n${rows.join('\n')}\n`;
}

/** The id of a service or machine of a fixture: another text than its name, which would be taken for a reference. */
export const fixtureId = (name: string) => `#${name}`;

/** The environment of a fixture. */
export function fixtureModel(name: string, services: readonly FixtureService[]): EnvironmentModel {
  return {
    id: fixtureId(name),
    name,
    services: services.map((service) => ({
      ...service,
      id: fixtureId(service.name),
      units: service.units.map((unit) => ({ ...unit, id: fixtureId(unit.name) })),
    })),
  } as EnvironmentModel;
}
