import { z } from 'zod';
import type { JsonObject } from '@/lib/model/json';
import { JsonSchema } from '@/lib/model/json-schema';
import { UNIT_OPERATIONS, type UnitType } from '@/lib/model/operations/declared';
import { schemaWords } from '@/lib/model/schema-words';
import { type PackageProblem, problemsOf, readYaml } from '../yaml/read-yaml';

const OPERATIONS_FORMAT = 'Lifecycle/1.0';
/** The file in which a package says what may be done with the machines of its service. */
export const OPERATIONS_FILE = 'Lifecycle/operations.yaml';

/** Node types that come with the product begin so. */
const BUILT_IN = 'cloudify.nodes.';
const USUAL_PARENT = `${BUILT_IN}SoftwareComponent`;
/** Seconds that a plan may take when nothing is said, and at most: a day. */
const USUAL_TIMEOUT = 600;
const MOST_SECONDS = 86_400;

const PathSchema = z
  .string()
  .regex(/^[A-Za-z_][\w-]*(\.[A-Za-z_][\w-]*)*$/, 'A path has names with dots between them: state.hostname');

const SourceSchema = z.union(
  [
    z.strictObject({ unit: PathSchema, default: JsonSchema.optional() }),
    z.strictObject({ service: PathSchema, default: JsonSchema.optional() }),
    z.strictObject({ value: JsonSchema }),
  ],
  { error: 'A value comes from one of: unit (a path), service (a path), value' },
);

const BindingSchema = z.strictObject({
  plan: z.string().min(1),
  timeout: z.number().positive().max(MOST_SECONDS).default(USUAL_TIMEOUT),
  mappings: z.record(z.string(), SourceSchema).default({}),
});

const OperationsFileSchema = z.strictObject({
  Format: z.literal(OPERATIONS_FORMAT),
  derivedFrom: z.string().min(1).default(USUAL_PARENT),
  operations: z.partialRecord(z.enum(UNIT_OPERATIONS), BindingSchema).default({}),
});

/** What else of the package its operations speak of. */
export interface OperationsOf {
  /** its plan templates by name */
  planTemplates: Readonly<Record<string, JsonObject>>;
  /** full names of the packages that it requires */
  requires: readonly string[];
}

/**
 * Reads what a package says may be done with the machines of its service: `Lifecycle/operations.yaml`.
 *
 * @param files every file of the package, as texts by path
 * @param label begins the file names in problems
 * @param of absent as long as something else of the package is wrong
 * @returns null for a package that says nothing, and as soon as anything is wrong: an unknown operation, a plan that the
 *   package cannot have, a `$name` of the plan that no mapping gives
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
  const { derivedFrom, operations } = parsed.data;
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
  for (const [name, { plan, mappings }] of Object.entries(operations)) {
    const template = of && Object.hasOwn(of.planTemplates, plan) ? of.planTemplates[plan] : undefined;
    if (of && !template && of.requires.length === 0) {
      note(['operations', name, 'plan'], 'unknown_plan', `The package has no plan called ${plan}.`);
    }
    for (const key of template ? keysOf(template) : []) {
      if (Object.hasOwn(mappings, key)) continue;
      note(['operations', name, 'mappings'], 'missing_mapping', `The plan ${plan} needs a value for $${key}.`);
    }
  }
  if (problems.length > 0) return { unitType: null, problems };
  return { unitType: { derivedFrom, operations } as UnitType, problems };
}

/** Names of the `$keys` of a template, see `fillTemplate`. */
function keysOf(template: JsonObject): Set<string> {
  const text = JSON.stringify(template);
  return new Set([...text.matchAll(/(?<!\$)\$\{?([A-Za-z_][\w.-]*)/g)].map(([, key]) => key ?? ''));
}
