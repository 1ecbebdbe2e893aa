/**
 * Workflows over the instances of a deployment: install, heal, scale, update and the rest. Pure: what they do to the
 * world goes through `OperationExecutor`, and what is to be kept of it is plain values. See docs/lifecycle.md.
 */
export { type KeptDeployment, LifecycleEngine } from './executions/engine';
export type { Invocation, LifecycleClock, LifecycleEvent, OperationExecutor, OperationResult } from './ports';
export { hasAnotherTry } from './ports';
export { agentMethod } from './sequences/install';
export { parameterProblems } from './workflows/parameters';
export { WORKFLOWS } from './workflows/registry';
