import type { FunctionDefinition } from '../interpreter';
import { ACCESS_FUNCTIONS } from './access-functions';
import { ACTION_FUNCTIONS } from './action-functions';
import { MACHINE_FUNCTIONS } from './machine-functions';
import { RULE_FUNCTIONS } from './rule-functions';
import { VALUE_FUNCTIONS } from './value-functions';

/** Every function of the language by its tag. `parameter`, `success`, `failure` and `empty` are structure. */
export const FUNCTIONS: ReadonlyMap<string, FunctionDefinition> = new Map(
  [...VALUE_FUNCTIONS, ...ACCESS_FUNCTIONS, ...RULE_FUNCTIONS, ...ACTION_FUNCTIONS, ...MACHINE_FUNCTIONS].map(
    (definition) => [definition.name, definition],
  ),
);
