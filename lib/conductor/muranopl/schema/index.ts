import { toPlain } from '@vetro/yaql';
import { evaluationOf } from '../execution/compile-template';
import type { Execution } from '../execution/execution';
import { Frame } from '../execution/frame';
import { TypeReference } from '../objects/type-reference';
import type { PropertyUsage } from '../syntax/declarations';
import { type MetaAttribute, metaOf, metaOfArgument, metaOfProperty, metaOfType } from '../types/meta';
import type { MuranoMethod, MuranoType } from '../types/murano-type';
import { contractSchema } from './contract-schema';
import type { JsonSchema } from './json-schema';
import { formSections, uiHints } from './ui-hints';
import { type Weights, weights } from './weights';

const MODEL_BUILDER = 'io.murano.metadata.ModelBuilder';

/**
 * JSON schemas of what a form must ask for: under `''` for an object of the class, and under its name for each
 * model builder (a public static method with `ModelBuilder` meta). Types of our own are `muranoObject` with
 * `muranoType`.
 */
export function* schemasOfType(
  execution: Execution,
  type: MuranoType,
): Generator<unknown, Record<string, JsonSchema>, unknown> {
  const schemas: Record<string, JsonSchema> = { '': yield* typeSchema(execution, type) };
  for (const name of type.methodNames) {
    const [method, other] = type.methods(name);
    if (!method || other || !method.isStatic || !method.isPublic) continue;
    if (yield* isModelBuilder(execution, metaOf(method))) schemas[name] = yield* methodSchema(execution, method, type);
  }
  return schemas;
}

/** The JSON schema of an object of a class. */
export function* typeSchema(execution: Execution, type: MuranoType): Generator<unknown, JsonSchema, unknown> {
  const properties = yield* propertySchemas(execution, type, ['In', 'InOut', 'Const']);
  return yield* entitySchema(execution, properties, metaOfType(type), weights(type));
}

/** The JSON schemas of the properties of some usages, by their names. */
export function* propertySchemas(
  execution: Execution,
  type: MuranoType,
  usages: readonly PropertyUsage[],
): Generator<unknown, Record<string, JsonSchema>, unknown> {
  const properties: Record<string, JsonSchema> = {};
  for (const name of type.propertyNames) {
    const property = type.property(name);
    if (!property || !usages.includes(property.declaration.usage)) continue;
    const meta = metaOfProperty(property);
    properties[name] = yield* valueSchema(execution, property.type, property.declaration, meta, weights(type));
  }
  return properties;
}

/** The JSON schema of the arguments of a method, as an object by their names. */
export function* methodSchema(
  execution: Execution,
  method: MuranoMethod,
  type: MuranoType,
): Generator<unknown, JsonSchema, unknown> {
  const properties: Record<string, JsonSchema> = {};
  for (const argument of method.arguments) {
    properties[argument.name] = yield* valueSchema(
      execution,
      method.type,
      argument.declaration,
      metaOfArgument(argument),
      weights(type),
    );
  }
  return yield* entitySchema(execution, properties, metaOf(method), weights(type));
}

function* entitySchema(
  execution: Execution,
  properties: Record<string, JsonSchema>,
  meta: readonly MetaAttribute[],
  distances: Weights,
): Generator<unknown, JsonSchema, unknown> {
  return {
    $schema: 'http://json-schema.org/draft-04/schema#',
    type: 'object',
    properties,
    additionalProperties: false,
    formSections: yield* formSections(execution, meta, distances),
    ...(yield* uiHints(execution, meta, distances)),
  };
}

/** A property or argument. */
type Declared = Parameters<typeof evaluationOf>[0] extends infer Template
  ? { readonly contract: Template | undefined; readonly default: Template | undefined }
  : never;

function* valueSchema(
  execution: Execution,
  type: MuranoType,
  declared: Declared,
  meta: readonly MetaAttribute[],
  distances: Weights,
): Generator<unknown, JsonSchema, unknown> {
  const frame = new Frame(execution, type, TypeReference.to(type), undefined, undefined);
  const schema = declared.contract ? contractSchema(declared.contract, frame) : {};
  const standard = declared.default && constantDefault(declared.default, frame);
  return {
    ...schema,
    ...(standard === undefined ? {} : { default: standard }),
    ...(yield* uiHints(execution, meta, distances)),
  };
}

/** A default that hangs on nothing. */
function constantDefault(template: NonNullable<Declared['default']>, frame: Frame): unknown {
  if (template.kind === 'expression') return undefined;
  return toPlain(evaluationOf(template).run(frame.context), frame.context);
}

function* isModelBuilder(execution: Execution, meta: readonly MetaAttribute[]): Generator<unknown, boolean, unknown> {
  const found = meta.find(({ type }) => type.name === MODEL_BUILDER);
  return found !== undefined && (yield* execution.metaObject(found)).values.get('enabled') !== false;
}
