/**
 * Workflows over the instances of a deployment: install, heal, scale, update and the rest. Pure: what they do to the
 * world goes through `OperationExecutor`, what they keep through `LifecycleStore`. See docs/lifecycle.md.
 */
export { LifecycleEngine } from './executions/engine';
export { MemoryStore } from './memory-store';
export type { Invocation, LifecycleClock, OperationExecutor, OperationResult } from './ports';
export { hasAnotherTry } from './ports';
export { agentMethod } from './sequences/install';
export { parameterProblems } from './workflows/parameters';
export { Workflows } from './workflows/registry';
