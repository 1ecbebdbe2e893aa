import { z } from 'zod';
import type { JsonObject } from '@/lib/model/json';
import { JsonSchema } from '@/lib/model/json-schema';
import { HOST_OPERATIONS, NODE_OPERATIONS } from '@/lib/model/lifecycle/operations';
import {
  type CustomOperation,
  type PlanBinding,
  UNIT_OPERATIONS,
  type UnitType,
} from '@/lib/model/operations/declared';
import { schemaWords } from '@/lib/model/schema-words';
import { checkPattern } from '../pattern-schema';
import { keysOf } from '../template-keys';
import { type PackageProblem, problemsOf, readYaml } from '../yaml/read-yaml';

const OPERATIONS_FORMAT = 'Lifecycle/1.0';
/** The file in which a package says what may be done with the machines of its service. */
export const OPERATIONS_FILE = 'Lifecycle/operations.yaml';

/** Node types that come with the product begin so. */
const BUILT_IN = 'cloudify.nodes.';
/** What machines of a package are that does not say it. */
export const USUAL_PARENT = `${BUILT_IN}SoftwareComponent`;
/** Seconds that a plan may take when nothing is said, and at most: a day. */
const USUAL_TIMEOUT = 600;
const MAX_SECONDS = 86_400;
const MAX_RETRIES = 100;

/** Interfaces whose operations workflows ask for: a package has no others of them. */
const INTERFACES = new Set([...NODE_OPERATIONS, ...HOST_OPERATIONS].map((name) => name.split('.')[0]));

const CustomNameSchema = z
  .string()
  .regex(/^[a-z][a-z0-9_]*\.[a-z][a-z0-9_]*$/, 'An operation is called interface.name, in small letters')
  .refine((name) => !INTERFACES.has(name.split('.')[0] ?? ''), 'This interface is of the lifecycle: take another');

const PathSchema = z
  .string()
  .regex(/^[A-Za-z_][\w-]*(\.[A-Za-z_][\w-]*)*$/, 'A path has names with dots between them: state.hostname');

const SourceSchema = z.union(
  [
    z.strictObject({ unit: PathSchema, default: JsonSchema.optional() }),
    z.strictObject({ service: PathSchema, default: JsonSchema.optional() }),
    z.strictObject({ parameter: z.string(), default: JsonSchema.optional() }),
    z.strictObject({ value: JsonSchema }),
  ],
  { error: 'A value comes from one of: unit (a path), service (a path), parameter (a name), value' },
);

const BindingSchema = z.strictObject({
  plan: z.string().min(1),
  timeout: z.number().positive().max(MAX_SECONDS).default(USUAL_TIMEOUT),
  maxRetries: z.int().min(-1).max(MAX_RETRIES).optional(),
  retryInterval: z.number().min(0).max(MAX_SECONDS).optional(),
  nonRecoverable: z.array(z.string().min(1)).optional(),
  mappings: z.record(z.string(), SourceSchema).default({}),
});

const ParameterSchema = z
  .strictObject({
    name: z.string().regex(/^[A-Za-z_]\w*$/, 'A name has letters, digits and underscores'),
    label: z.string().min(1),
    help: z.string().default(''),
    kind: z.enum(['text', 'integer', 'number', 'boolean', 'choice', 'password']).default('text'),
    required: z.boolean().default(false),
    default: JsonSchema.default(null),
    choices: z.array(z.string()).default([]),
    min: z.number().optional(),
    max: z.number().optional(),
    pattern: z.strictObject({ regex: z.string().superRefine(checkPattern), sentence: z.string().min(1) }).optional(),
  })
  .refine(({ kind, choices }) => (kind === 'choice') === choices.length > 0, {
    path: ['choices'],
    error: 'A choice has choices, nothing else has',
  });

const CustomSchema = BindingSchema.extend({
  title: z.string().min(1),
  summary: z.string().min(1),
  parameters: z.array(ParameterSchema).default([]),
});

const OperationsFileSchema = z.strictObject({
  Format: z.literal(OPERATIONS_FORMAT),
  derivedFrom: z.string().min(1).default(USUAL_PARENT),
  operations: z.partialRecord(z.enum(UNIT_OPERATIONS), BindingSchema).default({}),
  customOperations: z.record(CustomNameSchema, CustomSchema).default({}),
});

/** What else of the package its operations speak of. */
export interface OperationsOf {
  /** its plan templates by name */
  planTemplates: Readonly<Record<string, JsonObject>>;
  /** full names of the packages that it requires */
  requires: readonly string[];
  /** whether its operations are for machines of the package that it extends */
  extends?: boolean;
}

/**
 * Reads what a package says may be done with the machines of its service: `Lifecycle/operations.yaml`.
 *
 * @param files every file of the package, as texts by path
 * @param label begins the file names in problems
 * @param of absent as long as something else of the package is wrong
 * @returns null for a package that says nothing, and as soon as anything is wrong: an unknown operation, a plan that the
 *   package cannot have, a `$name` of the plan that no mapping gives, a mapping from a parameter that there is not
 */
export function readOperations(
  files: ReadonlyMap<string, string>,
  label: string,
  of: OperationsOf | null,
): { unitType: UnitType | null; problems: PackageProblem[] } {
  const text = files.get(OPERATIONS_FILE);
  if (text === undefined) return { unitType: null, problems: [] };
  const file = `${label}/${OPERATIONS_FILE}`;
  const yaml = readYaml(file, text);
  if (yaml.problems.length > 0) return { unitType: null, problems: yaml.problems };
  const parsed = OperationsFileSchema.safeParse(yaml.value, { error: schemaWords });
  if (!parsed.success) return { unitType: null, problems: problemsOf(file, parsed.error, yaml) };
  const { derivedFrom, operations, customOperations } = parsed.data;
  const problems: PackageProblem[] = [];
  const note = (path: readonly PropertyKey[], code: string, sentence: string) => {
    const line = yaml.lineOf(path);
    problems.push({ file, path: path.map(String).join('.'), ...(line === undefined ? {} : { line }), code, sentence });
  };
  if (of && !derivedFrom.startsWith(BUILT_IN) && !of.requires.includes(derivedFrom)) {
    note(
      ['derivedFrom'],
      'unknown_parent',
      `The package does not require ${derivedFrom}, so it cannot derive from it.`,
    );
  }
  if (of?.extends && derivedFrom !== USUAL_PARENT) {
    const sentence = 'What machines are is said by the package that is extended: leave this out.';
    note(['derivedFrom'], 'extended_parent', sentence);
  }
  const all: [place: string, name: string, binding: PlanBinding & Partial<CustomOperation>][] = [
    ...Object.entries(operations).map(([name, one]) => ['operations', name, one] as [string, string, PlanBinding]),
    ...Object.entries(customOperations).map(
      ([name, one]) => ['customOperations', name, one] as [string, string, CustomOperation],
    ),
  ];
  for (const [place, name, { plan, mappings, parameters = [] }] of all) {
    const template = of && Object.hasOwn(of.planTemplates, plan) ? of.planTemplates[plan] : undefined;
    if (of && !template && of.requires.length === 0) {
      note([place, name, 'plan'], 'unknown_plan', `The package has no plan called ${plan}.`);
    }
    for (const [key, source] of Object.entries(mappings)) {
      if (!('parameter' in source) || parameters.some((one) => one.name === source.parameter)) continue;
      const sentence = `The operation has no parameter called ${source.parameter}.`;
      note([place, name, 'mappings', key], 'unknown_parameter', sentence);
    }
    for (const key of template ? keysOf(template) : []) {
      if (Object.hasOwn(mappings, key)) continue;
      note([place, name, 'mappings'], 'missing_mapping', `The plan ${plan} needs a value for $${key}.`);
    }
  }
  if (problems.length > 0) return { unitType: null, problems };
  const custom = Object.keys(customOperations).length > 0 ? { customOperations } : {};
  return { unitType: { derivedFrom, operations, ...custom } as UnitType, problems };
}
