import { type ArgumentNode, type Expression, type Node, toPlain } from '@vetro/yaql';
import type { Frame } from '../execution/frame';
import { typeArgument } from '../execution/type-argument';
import { TypeReference } from '../objects/type-reference';
import type { Template } from '../source/value';
import { checkSchema } from './check-schema';
import type { JsonSchema } from './json-schema';

const SIMPLE: Readonly<Record<string, string>> = { int: 'integer', string: 'string', bool: 'boolean' };

/** The JSON schema of a contract; what a schema cannot say is left out. `frame` is code of the declaring class. */
export function contractSchema(contract: Template, frame: Frame): JsonSchema {
  switch (contract.kind) {
    case 'constant':
      return { enum: [toPlain(contract.value, frame.context)] };
    case 'list':
      return listSchema(contract.items, frame);
    case 'map':
      return dictSchema(contract.entries, frame);
    case 'expression':
      return chainSchema(contract.expression, contract.expression.tree, frame);
  }
}

function listSchema(items: readonly Template[], frame: Frame): JsonSchema {
  const limits: number[] = [];
  let end = items.length;
  for (let last = items[end - 1]; last && limits.length < 2; last = items[end - 1]) {
    if (last.kind !== 'constant' || typeof last.value !== 'number') break;
    limits.unshift(last.value);
    end--;
  }
  const schemas = items.slice(0, end).map((item) => contractSchema(item, frame));
  const [least, most] = limits;
  return {
    type: 'array',
    ...(schemas.length === 1 ? { items: schemas[0] } : {}),
    ...(schemas.length > 1 ? { items: schemas, additionalItems: schemas.at(-1) } : {}),
    ...(least === undefined ? {} : { minItems: least }),
    ...(most === undefined ? {} : { maxItems: most }),
  };
}

function dictSchema(
  entries: readonly { readonly key: Template; readonly value: Template }[],
  frame: Frame,
): JsonSchema {
  const properties: Record<string, JsonSchema> = {};
  let additional: JsonSchema | false = false;
  for (const { key, value } of entries) {
    if (key.kind === 'constant') properties[String(key.value)] = contractSchema(value, frame);
    else additional = contractSchema(value, frame);
  }
  return {
    type: 'object',
    properties,
    additionalProperties: entries.length === 0 || additional,
  };
}

/** `$.int().notNull().check(…)`: each call adds to what those before it said. */
function chainSchema(expression: Expression, node: Node, frame: Frame): JsonSchema {
  if (node.kind !== 'binary' || node.operator !== '.' || node.right.kind !== 'call') return {};
  const before = chainSchema(expression, node.left, frame);
  const { name, args } = node.right;
  const simple = SIMPLE[name];
  if (simple) return { ...before, type: orNull(simple, node.left) };
  switch (name) {
    case 'notNull':
      return withoutNull(before);
    case 'owned':
      return { ...before, owned: true };
    case 'notOwned':
      return { ...before, owned: false };
    case 'class':
      return { ...before, ...objectSchema(expression, args, node.left, frame) };
    case 'template': {
      const excluded = named(args, 'excludeProperties') ?? args[3];
      const names = excluded && excluded.kind !== 'skip' ? evaluate(expression, excluded, frame) : undefined;
      return {
        ...before,
        ...objectSchema(expression, args, node.left, frame),
        owned: true,
        ...(names === undefined ? {} : { excludedProperties: names }),
      };
    }
    case 'check': {
      const predicate = args[0];
      if (!predicate || predicate.kind === 'skip' || predicate.kind === 'rule') return before;
      return { ...before, ...checkSchema(predicate, (part) => evaluate(expression, part, frame)) };
    }
    default:
      return before;
  }
}

function withoutNull(schema: JsonSchema): JsonSchema {
  const { type } = schema;
  if (!Array.isArray(type)) return schema;
  const types = type.filter((one) => one !== 'null');
  return { ...schema, type: types.length === 1 ? types[0] : types };
}

/** A type, or null as well unless `notNull()` stands in what comes before. */
function orNull(type: string, before: Node): string | readonly string[] {
  for (let node = before; node.kind === 'binary' && node.operator === '.'; node = node.left) {
    if (node.right.kind === 'call' && node.right.name === 'notNull') return type;
  }
  return [type, 'null'];
}

function objectSchema(expression: Expression, args: readonly ArgumentNode[], before: Node, frame: Frame): JsonSchema {
  const name = args[0];
  const type = orNull('muranoObject', before);
  if (!name || name.kind === 'skip' || name.kind === 'rule') return { type };
  const value = expression.part(name).compiled()(frame.context);
  const murano = value instanceof TypeReference ? value.type : typeArgument(frame.context, value);
  return { type, muranoType: murano.name };
}

function named(args: readonly ArgumentNode[], name: string): ArgumentNode | undefined {
  for (const arg of args) {
    if (arg.kind === 'rule' && arg.source.kind === 'keyword' && arg.source.name === name) return arg.destination;
  }
  return undefined;
}

/** The value of a part that hangs on the class alone; undefined when it has none. */
function evaluate(expression: Expression, part: ArgumentNode, frame: Frame): unknown {
  if (part.kind === 'rule' || part.kind === 'skip') return undefined;
  return toPlain(expression.part(part).compiled()(frame.context), frame.context);
}
