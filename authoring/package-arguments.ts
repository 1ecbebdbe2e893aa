import { parseArgs } from 'node:util';
import { required } from './required';

/** `--with DIR|ZIP`, as often as there are further packages. */
export const WITH = { type: 'string', multiple: true, default: [] as string[] } as const;

/** What `--with` is for. */
export const ABOUT_WITH = '--with     a further package that this one requires; as often as there are such';

/** What a command about one package is given: where that lies, and where further ones do. */
export function packageArguments(args: string[], what: string): { source: string; further: string[] } {
  const { positionals, values } = parseArgs({ args, allowPositionals: true, options: { with: WITH } });
  return { source: required(positionals[0], what), further: values.with };
}
