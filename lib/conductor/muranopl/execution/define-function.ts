import {
  type CallStyle,
  define,
  type FunctionDefinition,
  hostType,
  nullable,
  type ParameterType,
  type Payload,
  TYPES,
} from '@vetro/yaql';
import { objectOf } from '../objects/murano-object';
import { TypeReference } from '../objects/type-reference';

const object = hostType('object', (value) => objectOf(value) !== undefined);
const reference = hostType('class', (value) => value instanceof TypeReference);

const subject = hostType('object or class', (value) => objectOf(value) !== undefined || value instanceof TypeReference);

/** Types of MuranoPL that signatures of its functions name. */
const TYPES_HERE: Readonly<Record<string, ParameterType>> = {
  object,
  optionalObject: nullable(object),
  /** a class, or its name as the calling class writes it */
  type: { ...reference, mask: reference.mask | TYPES.text.mask, label: 'class' },
  reference,
  /** an object or a class */
  subject: { ...nullable(subject), mask: nullable(subject).mask | TYPES.text.mask },
};

/**
 * Defines a function of MuranoPL: as `define` of YAQL, with further types after `!`: `self:!object,
 * type:!type`.
 */
export function defineHere(name: string, style: CallStyle, signature: string, payload: Payload): FunctionDefinition {
  const wanted = new Map<string, ParameterType>();
  const plain = signature.replace(/(\w+):!(\w+)/g, (_all, parameter: string, typeName: string) => {
    const type = TYPES_HERE[typeName];
    if (!type) throw new Error(`There is no parameter type ${typeName}.`);
    wanted.set(parameter, type);
    return `${parameter}:any`;
  });
  const definition = define(name, style, plain, payload);
  return {
    ...definition,
    parameters: definition.parameters.map((parameter) => ({
      ...parameter,
      type: wanted.get(parameter.name) ?? parameter.type,
    })),
  };
}
