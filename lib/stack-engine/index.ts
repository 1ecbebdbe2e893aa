/** What a stack engine does, and in which order, whoever keeps the stacks. See docs/software-components.md. */
export { cleanUp, converge } from './converge';
export type { EngineHost, EngineResource, Failure } from './host';
export { earlyProperties, type Neighbours, type Refusal, refusals, type TypeRules, valueProblems } from './validate';
export { type StackWalk, walkStack } from './walk';
export { evaluateYaql } from './yaql';
