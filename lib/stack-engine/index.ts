/** What a stack engine does, and in which order, whoever keeps the stacks. See docs/software-components.md. */

export { evaluateOnData as evaluateYaql } from '@vetro/yaql';
export { cleanUp, converge } from './converge';
export type { EngineHost, EngineResource, Failure } from './host';
export { RANDOM_STRING_RULES, randomStringProblems, randomText } from './random-string';
export { actOnStack, type StackAction } from './stack-action';
export { earlyProperties, type Refusal, refusals, type TypeRules, valueProblems } from './validate';
