import type { FunctionDefinition } from '../interpreter';

type Options = Partial<Omit<FunctionDefinition, 'name' | 'evaluate'>> & Pick<FunctionDefinition, 'evaluate'>;

/** A function of the language; by default one without arguments and content. */
export function define(name: string, options: Options): FunctionDefinition {
  return { name, attributes: [], required: [], content: 'none', blocks: [], query: null, ...options };
}
