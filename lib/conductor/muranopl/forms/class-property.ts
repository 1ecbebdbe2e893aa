import type { Json } from '@/lib/model/json';
import { property } from '@/lib/model/property';
import type { Property } from '@/lib/model/service-type';
import type { JsonSchema } from '../schema/json-schema';
import type { MuranoType } from '../types/murano-type';
import { labelOf, SECRET_NAME } from './application-form';
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
    required: declaration?.default === undefined && !typesOf(said).includes('null') && kind.kind !== 'textList',
    ...(standard === undefined || standard === null || kind.kind === 'serviceRef' ? {} : { default: standard }),
    ...kind,
  });
}

function typesOf({ type }: JsonSchema): readonly unknown[] {
  return Array.isArray(type) ? type : [type];
}

function kindOf(name: string, said: JsonSchema, type: MuranoType): (Pick<Property, 'kind'> & Partial<Property>) | null {
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
      return items && !Array.isArray(items) && typesOf(items).includes('string') ? { kind: 'textList' } : null;
    }
    case 'muranoObject':
      return serviceKind(said, type);
    default:
      return null;
  }
}

function textKind(name: string, said: JsonSchema): Pick<Property, 'kind'> & Partial<Property> {
  if (Array.isArray(said.enum)) {
    const texts = said.enum.filter((one): one is string => typeof one === 'string');
    return { kind: 'choice', choices: texts.map((value) => ({ value, label: value })) };
  }
  const pattern = typeof said.pattern === 'string' ? textPattern(said.pattern) : null;
  return {
    kind: 'string',
    ...(SECRET_NAME.test(name) ? { secret: true } : {}),
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
