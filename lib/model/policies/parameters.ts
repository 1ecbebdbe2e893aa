import { z } from 'zod';

const Single = z.union([z.string().max(1000), z.int(), z.boolean()]);

/**
 * Values that a policy is used with, by their names: each is a row `parameter(name, value)`, each item of a list a row of
 * its own. Yes is the text `True` and no `False`, as in properties of models.
 */
export const PolicyParametersSchema = z.record(
  z.string().regex(/^[A-Za-z_]\w{0,63}$/, 'a parameter is named with letters, digits and underscores'),
  z.union([Single, z.array(Single).max(200)]),
);
export type PolicyParameters = z.infer<typeof PolicyParametersSchema>;
