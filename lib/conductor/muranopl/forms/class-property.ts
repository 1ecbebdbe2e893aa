import type { Json } from '@/lib/model/json';
import { property } from '@/lib/model/property';
import { tellsOfSecret } from '@/lib/model/secret-names';
import type { Property, TableColumn } from '@/lib/model/service-type';
import type { JsonSchema } from '../schema/json-schema';
import type { MuranoType } from '../types/murano-type';
import { labelOf } from './application-form';
import { textPattern } from './text-pattern';

/** Classes that the cloud's library brings along: no service of an environment is one. */
const LIBRARY = /^io\.murano\./;

/**
 * The question for a property of a class, from its JSON schema: a text, number, yes or no, list of texts, one of
 * several values, or another service of the environment.
 *
 * @returns null for what no form can ask for
 */
export function scalarProperty(name: string, said: JsonSchema, type: MuranoType): Property | null {
  const kind = kindOf(name, said, type);
  if (!kind) return null;
  const standard = said.default as Json | undefined;
  const { declaration } = type.property(name) ?? {};
  return property({
    name,
    label: typeof said.title === 'string' ? said.title : labelOf(name),
    help: ([said.description, said.helpText].find((text) => typeof text === 'string') as string) ?? '',
    hidden: said.visible === false,
    ...(declaration?.usage === 'Const' ? { change: 'refuse' as const } : {}),
    required: declaration?.default === undefined && !typesOf(said).includes('null') && !mayBeEmpty(kind),
    ...(standard === undefined || standard === null || kind.kind === 'serviceRef' ? {} : { default: standard }),
    ...kind,
  });
}

/** Lists and mappings may be without entries unless they say otherwise. */
function mayBeEmpty({ kind, min = 0 }: Pick<Property, 'kind'> & Partial<Property>): boolean {
  return (kind === 'textList' || kind === 'table') && min === 0;
}

function typesOf({ type }: JsonSchema): readonly unknown[] {
  return Array.isArray(type) ? type : [type];
}

function kindOf(name: string, said: JsonSchema, type: MuranoType): Kind {
  const [word] = typesOf(said).filter((one) => one !== 'null');
  switch (word) {
    case 'string':
      return textKind(name, said);
    case 'integer':
      return { kind: 'integer', ...bounds(said) };
    case 'boolean':
      return { kind: 'boolean' };
    case 'array': {
      const items = said.items as JsonSchema | undefined;
      if (!items || Array.isArray(items)) return null;
      return typesOf(items).includes('string') && !Array.isArray(items.enum)
        ? { kind: 'textList' }
        : listKind(said, items);
    }
    case 'object':
      return mapKind(said);
    case 'muranoObject':
      return serviceKind(said, type);
    default:
      return null;
  }
}

type Kind = (Pick<Property, 'kind'> & Partial<Property>) | null;

/** A list of values, or of objects with keys that are known. */
function listKind(said: JsonSchema, items: JsonSchema): Kind {
  const value = columnOf('value', items);
  const columns = value ? [value] : columnsOf(items);
  if (!columns) return null;
  return {
    kind: 'table',
    rows: value ? 'values' : 'objects',
    columns,
    ...(typeof said.minItems === 'number' ? { min: said.minItems } : {}),
    ...(typeof said.maxItems === 'number' ? { max: said.maxItems } : {}),
  };
}

/** Names that anybody chooses with values of one sort, or one object with keys that are known. */
function mapKind(said: JsonSchema): Kind {
  const known = columnsOf(said);
  if (known) return { kind: 'table', rows: 'record', columns: known };
  const { properties, additionalProperties: further } = said;
  if (Object.keys((properties ?? {}) as object).length > 0 || further === false) return null;
  const value = columnOf('value', further === true ? { type: 'string' } : (further as JsonSchema));
  if (!value) return null;
  return {
    kind: 'table',
    rows: 'pairs',
    columns: [{ name: 'name', label: 'Name', kind: 'string', required: true }, value],
  };
}

/** The columns of an object whose keys are all known, and have single values. */
function columnsOf(said: JsonSchema): TableColumn[] | null {
  if (typesOf(said)[0] !== 'object' || said.additionalProperties !== false) return null;
  const entries = Object.entries((said.properties ?? {}) as Record<string, JsonSchema>);
  const columns = entries.map(([name, one]) => columnOf(name, one));
  return columns.length > 0 && columns.every((column) => column !== null) ? columns : null;
}

function columnOf(name: string, said: JsonSchema): TableColumn | null {
  const types = typesOf(said);
  const kind = (['string', 'integer', 'boolean'] as const).find((one) => types.includes(one));
  return kind ? { name, label: labelOf(name), kind, required: !types.includes('null') } : null;
}

function textKind(name: string, said: JsonSchema): Pick<Property, 'kind'> & Partial<Property> {
  if (Array.isArray(said.enum)) {
    const texts = said.enum.filter((one): one is string => typeof one === 'string');
    return { kind: 'choice', choices: texts.map((value) => ({ value, label: value })) };
  }
  const pattern = typeof said.pattern === 'string' ? textPattern(said.pattern) : null;
  return {
    kind: 'string',
    ...(tellsOfSecret(name) ? { secret: true } : {}),
    ...(pattern ? { pattern } : {}),
  };
}

/** Another service: one whose class is that of the property, or extends it. */
function serviceKind(said: JsonSchema, type: MuranoType): (Pick<Property, 'kind'> & Partial<Property>) | null {
  if (typeof said.muranoType !== 'string') return null;
  const { name } = type.findClass(said.muranoType);
  return LIBRARY.test(name) ? null : { kind: 'serviceRef', needs: name };
}

function bounds({ minimum, exclusiveMinimum, maximum, exclusiveMaximum }: JsonSchema): Partial<Property> {
  const step = (exclusive: unknown) => (exclusive === true ? 1 : 0);
  return {
    ...(typeof minimum === 'number' ? { min: Math.ceil(minimum) + step(exclusiveMinimum) } : {}),
    ...(typeof maximum === 'number' ? { max: Math.floor(maximum) - step(exclusiveMaximum) } : {}),
  };
}
