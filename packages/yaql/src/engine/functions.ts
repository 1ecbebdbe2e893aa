import type { FunctionDefinition, Parameter, Payload } from './context';
import { nullable, type ParameterType, TYPES } from './types';

/** How a function may be called. */
export type CallStyle = 'function' | 'method' | 'both';

/**
 * Defines a function. The signature lists the parameters: `text:text, count:int=-1, *args:any, **kwargs:any`;
 * types are those of types.ts (`?` lets null in), defaults are numbers, `null`, `true`, `false` or `none`
 * (nothing at all). `noKeywords` as in the original's `no_kwargs`. Throws a plain Error for a signature that
 * cannot be read.
 */
export function define(
  name: string,
  style: CallStyle,
  signature: string,
  payload: Payload,
  more: { noKeywords?: boolean } = {},
): FunctionDefinition {
  const parameters: Parameter[] = [];
  let rest: ParameterType | undefined;
  let named: ParameterType | undefined;
  for (const part of signature.split(',').map((text) => text.trim())) {
    if (part === '') continue;
    const match = /^(\*{0,2})([\w]+):([A-Za-z]+)(\??)(?:=(.+))?$/.exec(part);
    if (!match) throw new Error(`The signature of ${name} cannot be read at '${part}'.`);
    const [, stars = '', parameter = '', typeName = '', mark = '', standard] = match;
    const type = typeOf(typeName, mark === '?');
    if (stars === '*') rest = type;
    else if (stars === '**') named = type;
    else {
      const optional = standard !== undefined;
      parameters.push({ name: parameter, type, optional, defaultValue: optional ? readDefault(standard) : undefined });
    }
  }
  return {
    name,
    parameters,
    rest,
    named,
    isFunction: style !== 'method',
    isMethod: style !== 'function',
    noKeywords: more.noKeywords ?? false,
    payload,
  };
}

function typeOf(name: string, isNullable: boolean): ParameterType {
  const type = (TYPES as Readonly<Record<string, ParameterType>>)[name];
  if (!type) throw new Error(`There is no parameter type ${name}.`);
  return isNullable ? nullable(type) : type;
}

function readDefault(text: string): unknown {
  return text === 'none' ? undefined : (JSON.parse(text) as unknown);
}
