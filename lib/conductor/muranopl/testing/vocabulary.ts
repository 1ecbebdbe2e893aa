import { CONTRACT_FUNCTIONS } from '../contracts/functions';
import { DSL_ERRORS } from '../errors';
import { functionsFor } from '../functions/index';
import { LANGUAGE_NATIVES } from '../natives/index';
import { CONSTRUCTS } from '../syntax/constructs';

/** Everything that the language has a word for, beside what YAQL has. */
export interface Vocabulary {
  /** the keys of every construct, optional ones too */
  readonly constructs: readonly string[];
  readonly contracts: readonly string[];
  readonly functions: readonly string[];
  /** methods of the language's own classes */
  readonly methods: readonly string[];
  /** classes of errors */
  readonly errors: readonly string[];
}

/** The words of the language: whoever proves or documents it finds here what there is. */
export function vocabulary(): Vocabulary {
  const functions = ['1.0', '1.4'].flatMap((version) => functionsFor(version, true).map(({ name }) => name));
  return {
    constructs: sorted([...CONSTRUCTS.values()].flatMap(({ required, optional }) => [...required, ...optional])),
    contracts: sorted(CONTRACT_FUNCTIONS.map(({ name }) => name)),
    functions: sorted(functions),
    methods: sorted(LANGUAGE_NATIVES.flatMap(({ methods }) => methods.map(({ name }) => name))),
    errors: sorted(DSL_ERRORS),
  };
}

function sorted(names: Iterable<string>): readonly string[] {
  return [...new Set(names)].sort();
}
