import { z } from 'zod';

export const SIMULATION_FORMAT = 'Simulation/1.0';

/** A value: a text is an expression of YAQL, inside lists and objects too; anything else stands for itself. */
const ValueSchema = z.json();
/** A text in which `<% %>` holds an expression. */
const TextSchema = z.string();
const ExpressionSchema = z.string().min(1);
const VariableSchema = z
  .string()
  .regex(/^[A-Za-z_]\w*$/, 'A variable is a word of letters, digits and _, without its $');
const LetSchema = z.record(VariableSchema, ValueSchema);
/** Facts by their paths, with dots: `sql.mixedMode`. */
const FactsSchema = z.record(
  z.string().regex(/^[A-Za-z]\w*(\.\w+)*$/, 'A fact is a word, or words with dots between them'),
  ValueSchema,
);

const when = ExpressionSchema.optional();
const StepSchema = z.union(
  [
    z.strictObject({ let: LetSchema }),
    z.strictObject({ stop: ExpressionSchema }),
    z.strictObject({ fail: TextSchema, type: z.string().optional(), when }),
    z.strictObject({ set: FactsSchema, at: ExpressionSchema.optional(), when }),
    z.strictObject({ afterRestart: FactsSchema, when }),
  ],
  'A step has one of: let; stop; fail (with type, when); set (with at, when); afterRestart (with when)',
);

const ParameterSchema = z.strictObject({
  required: z.boolean().default(false),
  /** `any` is taken as it is */
  kind: z.enum(['text', 'list', 'flag', 'any']).default('text'),
  /** other spellings that scripts use */
  aliases: z.array(z.string()).default([]),
});

const CommandSchema = z.strictObject({
  seconds: z.number().min(0).max(3600).default(3),
  parameters: z.record(z.string(), ParameterSchema).default({}),
  steps: z.array(StepSchema).default([]),
  output: z.array(TextSchema).default([]),
});

const RowSchema = z.strictObject({ label: TextSchema, value: TextSchema, when });
const SectionSchema = z.strictObject({
  kicker: TextSchema,
  text: TextSchema.default(''),
  when,
  /** a line for each of these, which is `$item` */
  items: ExpressionSchema.optional(),
  name: TextSchema.default(''),
  detail: TextSchema.default(''),
  state: TextSchema.default(''),
  /** whether the line has a mark, and a good one */
  good: ExpressionSchema.optional(),
  current: ExpressionSchema.optional(),
});

const PageSchema = z.strictObject({
  /** of addresses that lead here, beside http: `mssql` */
  scheme: z
    .string()
    .regex(/^[a-z][a-z0-9+.-]*$/, 'A scheme is what stands before :// in an address')
    .optional(),
  /** below the root of the machine; the first is where `scheme` leads */
  paths: z.array(z.string()).min(1).default(['']),
  let: LetSchema.default({}),
  /** whether what answers here runs at all */
  when,
  /** why there is nothing to see: "runs no web server" */
  otherwise: z.string().min(1),
  title: TextSchema,
  kicker: TextSchema,
  heading: TextSchema,
  text: TextSchema,
  rows: z.array(RowSchema).default([]),
  sections: z.array(SectionSchema).default([]),
});

const PromiseSchema = z.strictObject({
  let: LetSchema.default({}),
  /** whether it is a promise of the machine at all */
  when,
  /** what several machines keep together: it is kept as long as one of them does; left out: each keeps its own */
  of: ExpressionSchema.optional(),
  holds: ExpressionSchema,
  /** the host name of the machine in charge */
  lead: ExpressionSchema.optional(),
  kept: TextSchema.optional(),
  broken: TextSchema,
  /** when another machine has taken charge: `$from` and `$to` are their host names */
  moved: TextSchema.optional(),
});

/** The lists of steps that machines carry out when something around them changes. */
export const REACTIONS = ['whenPowerChanges', 'whenAdded', 'whenRemoved'] as const;

/** What one file below a package's `Simulation/` says. */
export const SimulationFileSchema = z.strictObject({
  Format: z.literal(SIMULATION_FORMAT),
  /** what a machine knows of these before a command has said otherwise */
  facts: z.record(z.string().regex(/^[A-Za-z]\w*$/), z.json()).default({}),
  /** what somebody may have changed by hand: facts as they are then (fault `settings`) */
  changedByHand: z.record(z.string().regex(/^[A-Za-z]\w*$/), z.json()).default({}),
  functions: z
    .record(
      z
        .string()
        .regex(/^[A-Za-z]\w*\(\s*([A-Za-z]\w*(\s*,\s*[A-Za-z]\w*)*)?\s*\)$/, 'A function is written name(one, two)'),
      ExpressionSchema,
    )
    .default({}),
  commands: z.record(z.string().regex(/^[A-Za-z][\w-]*$/), CommandSchema).default({}),
  /** what a machine that is up does when another on its network went off, or when it or another came back */
  whenPowerChanges: z.array(StepSchema).default([]),
  /** what one more machine does that begins with everything that one of its service knows, until it works beside that */
  whenAdded: z.array(StepSchema).default([]),
  /** what a machine does, still up, before it is taken out of its service for good */
  whenRemoved: z.array(StepSchema).default([]),
  /** what the machines do for people, by any name: a dry run of a loss tells which of it ends */
  promises: z.record(z.string().regex(/^[A-Za-z]\w*$/), PromiseSchema).default({}),
  pages: z.array(PageSchema).default([]),
});

/** Everything a package says about what simulated machines do with it. */
export interface SimulationDescription {
  facts: Record<string, z.infer<typeof ValueSchema>>;
  changedByHand: Record<string, z.infer<typeof ValueSchema>>;
  /** expressions by `name(one, two)` */
  functions: Record<string, string>;
  commands: Record<string, CommandDescription>;
  /** the steps of each file that has some */
  whenPowerChanges: StepDescription[][];
  whenAdded: StepDescription[][];
  whenRemoved: StepDescription[][];
  promises: Record<string, PromiseDescription>;
  pages: PageDescription[];
}
export type CommandDescription = z.infer<typeof CommandSchema>;
export type ParameterDescription = z.infer<typeof ParameterSchema>;
export type StepDescription = z.infer<typeof StepSchema>;
export type PromiseDescription = z.infer<typeof PromiseSchema>;
export type PageDescription = z.infer<typeof PageSchema>;
