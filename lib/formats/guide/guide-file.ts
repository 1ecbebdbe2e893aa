import { z } from 'zod';
import { FAILURE_CHECKS, FAILURE_REPAIRS } from '@/lib/model/guide-schema';
import { checkPattern } from '../pattern-schema';

export const GUIDE_FORMAT = 'Guide/1.0';
/** Names of steps that no plan has: changes of the machines and networks. */
export const STACK_STEPS = ['stack.update', 'stack.delete'];
/** More seconds than any step takes: a day. */
const MAX_SECONDS = 86_400;

const NameSchema = z.string().regex(/^[A-Za-z][\w.-]*$/, 'A name has letters, digits, dots, hyphens and underscores');
const WordsSchema = z.string().trim().min(1);

const StepSchema = z.strictObject({
  title: WordsSchema,
  done: WordsSchema.optional(),
  about: WordsSchema.optional(),
  seconds: z.number().positive().max(MAX_SECONDS).optional(),
  requests: z.literal('page').optional(),
});

const FailureSchema = z
  .strictObject({
    command: WordsSchema.optional(),
    step: WordsSchema.optional(),
    code: WordsSchema.optional(),
    matches: WordsSchema.superRefine(checkPattern).optional(),
    means: WordsSchema,
    causes: z.array(WordsSchema).default([]),
    checks: z.array(z.enum(FAILURE_CHECKS)).default([]),
    repairs: z.array(z.enum(FAILURE_REPAIRS)).default([]),
  })
  .refine(
    ({ command, step, code, matches }) => [command, step, code, matches].some((one) => one !== undefined),
    'Which failure this is about is said by one or more of: command, step, code, matches',
  );

const TermSchema = z.strictObject({
  title: WordsSchema.optional(),
  text: WordsSchema,
  words: z.array(WordsSchema).min(1).optional(),
});

/** A file of `Guide/` that says things, in English. */
export const GuideFileSchema = z.strictObject({
  Format: z.literal(GUIDE_FORMAT),
  steps: z.record(NameSchema, StepSchema).default({}),
  failures: z.record(NameSchema, FailureSchema).default({}),
  terms: z.record(WordsSchema, TermSchema).default({}),
});

/** A file of `Guide/` that says them in another language. */
export const TranslationFileSchema = z.strictObject({
  Format: z.literal(GUIDE_FORMAT),
  language: z.string().regex(/^[a-z]{2}$/, 'A language is its two letters: de'),
  steps: z.record(NameSchema, StepSchema.omit({ seconds: true, requests: true }).partial()).default({}),
  failures: z
    .record(NameSchema, z.strictObject({ means: WordsSchema.optional(), causes: z.array(WordsSchema).optional() }))
    .default({}),
  terms: z.record(WordsSchema, TermSchema.partial()).default({}),
  /** texts of the service type, by how it says them */
  texts: z.record(WordsSchema, WordsSchema).default({}),
  /** what else the package says, by its English: reports of its workflows, with `{1}` for values, its name and description */
  sentences: z.record(WordsSchema, WordsSchema).default({}),
});

type GuideFile = z.infer<typeof GuideFileSchema>;
type TranslationFile = z.infer<typeof TranslationFileSchema>;

/** What a package says in another language than English; what is left out is said in English. */
export type Translation = Pick<TranslationFile, 'steps' | 'failures' | 'terms' | 'texts' | 'sentences'>;

/** Everything a package says to people, all of its files together. */
export interface PackageGuide extends Pick<GuideFile, 'steps' | 'failures' | 'terms'> {
  /** by language */
  translations: Record<string, Translation>;
}
