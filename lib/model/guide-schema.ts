import { z } from 'zod';

/**
 * What packages say to people in words, in one language: what each step is, what a failure means, what a word means
 * that a beginner cannot know. Packages bring it in `Guide/*.yaml` (docs/packages.md).
 */

/** What Vetro can look at by itself after a failure. */
export const FAILURE_CHECKS = ['machine', 'agent', 'nameServer', 'clock', 'disk', 'quota'] as const;
/** What can be done about a failure: do the step again, make the machine anew, go on without it, ask somebody. */
export const FAILURE_REPAIRS = ['retry', 'replace', 'takeOut', 'ask'] as const;
export type FailureRepair = (typeof FAILURE_REPAIRS)[number];

export const GuideStepSchema = z.object({
  /** what is being done: "Making the first domain controller" */
  title: z.string(),
  /** the same once it is done: "The first domain controller is made" */
  done: z.string().optional(),
  /** a sentence on what it is for */
  about: z.string().optional(),
  /** how long it takes on a real machine, restarts included; counts until it was measured */
  seconds: z.number().optional(),
  /** it asks for the page of its service, as visitors do, and succeeds when that answers */
  requests: z.literal('page').optional(),
});
export type GuideStep = z.infer<typeof GuideStepSchema>;

export const GuideFailureSchema = z.object({
  /** the command that failed, as its machine calls it */
  command: z.string().optional(),
  /** the step that failed, by the name of its plan */
  step: z.string().optional(),
  /** the code of the problem: `agent_silent` */
  code: z.string().optional(),
  /** a regular expression that the machine's or the cloud's words match, whatever their case */
  matches: z.string().optional(),
  /** what has happened, in a sentence */
  means: z.string(),
  /** why that may be, the likeliest first */
  causes: z.array(z.string()),
  checks: z.array(z.enum(FAILURE_CHECKS)),
  repairs: z.array(z.enum(FAILURE_REPAIRS)),
});
export type GuideFailure = z.infer<typeof GuideFailureSchema>;

export const GuideTermSchema = z.object({
  /** how it is headed: "Domain controller" */
  title: z.string(),
  /** what it is, in a sentence or two */
  text: z.string(),
  /** what is to be explained wherever it is written */
  words: z.array(z.string()),
});
export type GuideTerm = z.infer<typeof GuideTermSchema>;

export const GuideSchema = z
  .object({
    /** by the name of a plan, or `stack.update` and `stack.delete` */
    steps: z.record(z.string(), GuideStepSchema),
    /** the first that fits a failure is about it */
    failures: z.array(GuideFailureSchema),
    terms: z.array(GuideTermSchema),
    /** in another language than English: what else packages say, by its English; `{1}` stands for a value */
    sentences: z.record(z.string(), z.string()).optional(),
  })
  .meta({ id: 'Guide' });
export type Guide = z.infer<typeof GuideSchema>;
