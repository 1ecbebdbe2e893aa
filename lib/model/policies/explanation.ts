import { z } from 'zod';

/** One line of an explanation: why something holds, or does not. */
export const ExplanationStepSchema = z
  .object({
    depth: z.int().meta({ description: '0 for what is explained; what it rests on follows and has one more' }),
    kind: z.enum(['rule', 'fact', 'computed', 'absent', 'undefined', 'cut']).meta({
      description:
        'rule: a row that a rule derives; fact: one that is given; computed: a comparison or a sum; absent: that there is no such row; undefined: a table that nobody defines; cut: there is more than is shown',
    }),
    holds: z.boolean(),
    atom: z.string().meta({ description: 'with its values; a variable that nothing gives a value stands as it is' }),
    line: z.int().nullable().meta({ description: 'of the rule in the text' }),
    column: z.int().nullable(),
    nearest: z.string().nullable().meta({ description: 'of a row that is missing: the row that comes nearest' }),
  })
  .meta({ id: 'ExplanationStep' });
export type ExplanationStep = z.infer<typeof ExplanationStepSchema>;

/** Why rules answer a question as they do. */
export const PolicyExplanationSchema = z
  .object({
    holds: z.boolean(),
    answers: z.array(z.array(ExplanationStepSchema)).meta({
      description: 'for each answer, ten at most, the rules and facts behind it; where there is none, why not',
    }),
  })
  .meta({ id: 'PolicyExplanation' });
export type PolicyExplanationView = z.infer<typeof PolicyExplanationSchema>;
