import { z } from 'zod';

/** How many values a policy may be used with, and how many items a list of them may have. Told in docs/api.md. */
export const MAX_POLICY_PARAMETERS = 100;
export const MAX_PARAMETER_ITEMS = 200;

const Single = z.union([z.string().max(1000), z.int(), z.boolean()]);

/**
 * Values that a policy is used with, by their names: each is a row `parameter(name, value)`, each item of a list a row of
 * its own. Yes is the text `True` and no `False`, as in properties of models.
 */
export const PolicyParametersSchema = z
  .record(
    z.string().regex(/^[A-Za-z_]\w{0,63}$/, 'a parameter is named with letters, digits and underscores'),
    z.union([Single, z.array(Single).max(MAX_PARAMETER_ITEMS)]),
  )
  .refine((parameters) => Object.keys(parameters).length <= MAX_POLICY_PARAMETERS, {
    error: `A policy has at most ${MAX_POLICY_PARAMETERS} values.`,
  });
export type PolicyParameters = z.infer<typeof PolicyParametersSchema>;
