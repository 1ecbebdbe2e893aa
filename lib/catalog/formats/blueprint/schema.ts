import { z } from 'zod';
import { optionProblems } from '@/lib/formats/execution-plan/account';
import type { JsonObject } from '@/lib/model/json';
import { JsonSchema } from '@/lib/model/json-schema';

/** What `blueprint.yaml` may hold: the Cloudify DSL as far as its parts mean something here (docs/blueprints.md). */

/** Names that begin with two underscores are those of programs, not of people. */
const NameSchema = z
  .string()
  .regex(
    /^(?!__)[A-Za-z_][\w-]{0,63}$/,
    'A name begins with a letter and has only letters, digits, hyphens and underscores, at most 64',
  );
const TypeNameSchema = z
  .string()
  .regex(/^(?!__)[A-Za-z_][\w-]*(\.[A-Za-z_][\w-]*)*$/, 'A type has a name with dots in it: com.acme.nodes.App')
  .max(200);

const Values = z.record(NameSchema, JsonSchema);

/** Seconds that a plan may take at most: a day. */
const MAX_SECONDS = 86_400;

const TOOLS = ['plan', 'script', 'powershell'] as const;

/** Options of a tool: the account that what it runs needs (docs/packages.md, "The account of a plan"). */
const ToolOptionsSchema = z
  .strictObject({ run_as: z.string().optional(), run_as_reason: z.string().optional() })
  .superRefine((options, ctx) => {
    for (const { path, sentence } of optionProblems(options as JsonObject))
      ctx.addIssue({ code: 'custom', path: [path], message: sentence });
  });

export const OperationSchema = z.union(
  [
    z.null(),
    z.string(),
    z.strictObject({
      implementation: z.string().nullable().default(null),
      /** of `software_components`, in the place of an implementation, with an action of it */
      component: NameSchema.optional(),
      action: z.string().min(1).optional(),
      inputs: Values.default({}),
      timeout: z.number().positive().max(MAX_SECONDS).optional(),
      max_retries: z.int().min(0).max(100).optional(),
      retry_interval: z.number().min(0).max(MAX_SECONDS).optional(),
      title: z.string().min(1).max(100).optional(),
      summary: z.string().max(500).optional(),
    }),
  ],
  { error: 'An operation is the name of a plan, or an object with implementation, inputs, timeout, max_retries' },
);
export type WrittenOperation = z.infer<typeof OperationSchema>;

const InterfacesSchema = z.record(
  z.string().regex(/^[a-z][\w]*(\.[a-z]\w*)*$/, 'An interface has a name in small letters'),
  z.record(z.string().regex(/^[a-z]\w*$/, 'An operation has a name in small letters'), OperationSchema),
);
export type WrittenInterfaces = z.infer<typeof InterfacesSchema>;

const InputSchema = z.strictObject({
  type: z.enum(['string', 'integer', 'boolean', 'list', 'password']).default('string'),
  default: JsonSchema.optional(),
  title: z.string().min(1).max(100).optional(),
  description: z.string().max(500).default(''),
  required: z.boolean().optional(),
  constraints: z
    .array(
      z.union(
        [
          z.strictObject({ valid_values: z.array(z.string()).min(1) }),
          z.strictObject({ in_range: z.tuple([z.number(), z.number()]) }),
          z.strictObject({ greater_or_equal: z.number() }),
          z.strictObject({ less_or_equal: z.number() }),
          z.strictObject({ min_length: z.int().min(0) }),
          z.strictObject({ max_length: z.int().min(1) }),
          z.strictObject({ pattern: z.string().max(500) }),
        ],
        {
          error:
            'A constraint is one of: valid_values, in_range, greater_or_equal, less_or_equal, min_length, max_length, pattern',
        },
      ),
    )
    .default([]),
});
export type WrittenInput = z.infer<typeof InputSchema>;

const PropertySchema = z.strictObject({
  type: z.enum(['string', 'integer', 'float', 'boolean', 'list', 'dict']).optional(),
  default: JsonSchema.optional(),
  description: z.string().optional(),
  required: z.boolean().optional(),
});
export type WrittenProperty = z.infer<typeof PropertySchema>;

const NodeTypeSchema = z.strictObject({
  derived_from: TypeNameSchema.optional(),
  description: z.string().optional(),
  properties: z.record(NameSchema, PropertySchema).default({}),
  interfaces: InterfacesSchema.default({}),
});

const RelationshipTypeSchema = z.strictObject({
  derived_from: TypeNameSchema,
  description: z.string().optional(),
  properties: z
    .record(NameSchema, z.strictObject({ default: JsonSchema.optional(), description: z.string().optional() }))
    .default({}),
  source_interfaces: InterfacesSchema.default({}),
  target_interfaces: InterfacesSchema.default({}),
});

const ScalingSchema = z.strictObject({
  default_instances: z.int().min(0).max(1000).default(1),
  min_instances: z.int().min(0).max(1000).default(0),
  max_instances: z.union([z.int().min(1).max(1000), z.literal(-1), z.literal('UNBOUNDED')]).default(-1),
});
export type WrittenScaling = z.infer<typeof ScalingSchema>;

const NodeSchema = z.strictObject({
  type: TypeNameSchema,
  title: z.string().min(1).max(100).optional(),
  description: z.string().optional(),
  /** of a node on no host: the host on whose machine its operations run */
  operation_host: NameSchema.optional(),
  properties: Values.default({}),
  capabilities: z.strictObject({ scalable: z.strictObject({ properties: ScalingSchema }).optional() }).default({}),
  interfaces: InterfacesSchema.default({}),
  relationships: z
    .array(
      z.strictObject({
        type: TypeNameSchema,
        target: NameSchema,
        properties: Values.default({}),
        source_interfaces: InterfacesSchema.default({}),
        target_interfaces: InterfacesSchema.default({}),
      }),
    )
    .max(50)
    .default([]),
});

const StepSchema = z.union(
  [
    z.strictObject({ workflow: NameSchema, parameters: Values.default({}) }),
    z.strictObject({
      operation: z.string().min(3),
      nodes: z.array(NameSchema).default([]),
      run_by_dependency_order: z.boolean().default(false),
    }),
  ],
  { error: 'A step is a workflow with parameters, or an operation with nodes' },
);

/** Nodes of one blueprint: more than that is several services. */
export const MAX_NODES = 200;

/** Types, groups and the like: as many as nodes could use, so that no chain of them takes long to follow. */
function few<Entry extends z.ZodType>(name: typeof NameSchema, entry: Entry) {
  return z
    .record(name, entry)
    .refine((entries) => Object.keys(entries).length <= MAX_NODES, `There are at most ${MAX_NODES} of these`)
    .default({});
}

export const BlueprintFileSchema = z.strictObject({
  tosca_definitions_version: z
    .string()
    .regex(/^cloudify_dsl_1_[0-5]$/, 'Known are cloudify_dsl_1_0 to cloudify_dsl_1_5')
    .optional(),
  description: z.string().optional(),
  imports: z
    .array(
      z.literal('cloudify/types/types.yaml', {
        error: 'Types that ship need no import, others stand in this file: remove the import',
      }),
    )
    .optional(),
  /** a place for anchors */
  dsl_definitions: JsonSchema.optional(),
  /** a stack template of the package with the network rules of its machines */
  access: z.string().optional(),
  /** the library that makes its machines, and so the system that they have */
  machines: z.string().min(1).optional(),
  inputs: few(NameSchema, InputSchema),
  node_types: few(TypeNameSchema, NodeTypeSchema),
  relationships: few(TypeNameSchema, RelationshipTypeSchema),
  node_templates: z
    .record(NameSchema, NodeSchema)
    .refine((nodes) => Object.keys(nodes).length > 0, 'A blueprint has at least one node')
    .refine((nodes) => Object.keys(nodes).length <= MAX_NODES, `A blueprint has at most ${MAX_NODES} nodes`),
  groups: few(NameSchema, z.strictObject({ members: z.array(NameSchema).min(1) })),
  policies: z
    .record(
      NameSchema,
      z.strictObject({
        type: z.literal('cloudify.policies.scaling', {
          error: 'The policy that means something here is cloudify.policies.scaling',
        }),
        targets: z.array(NameSchema).min(1),
        properties: ScalingSchema,
      }),
    )
    .default({}),
  software_components: z
    .record(
      NameSchema,
      z.strictObject({
        configs: z
          .array(
            z.strictObject({
              actions: z.array(z.string().min(1)).min(1),
              config: z.string().min(1),
              tool: z.enum(TOOLS).default('plan'),
            }),
          )
          .min(1)
          .max(100),
        options: z.partialRecord(z.enum(TOOLS), ToolOptionsSchema).default({}),
        inputs: z
          .array(z.strictObject({ name: NameSchema }))
          .max(100)
          .default([]),
        outputs: z
          .array(z.strictObject({ name: NameSchema }))
          .max(100)
          .default([]),
      }),
    )
    .default({}),
  outputs: z
    .record(NameSchema, z.strictObject({ value: JsonSchema, description: z.string().max(100).optional() }))
    .default({}),
  workflows: z
    .record(
      NameSchema,
      z.strictObject({
        title: z.string().min(1).max(100),
        summary: z.string().max(500).default(''),
        steps: z.array(StepSchema).min(1).max(50),
      }),
    )
    .default({}),
});
export type BlueprintFile = z.infer<typeof BlueprintFileSchema>;
