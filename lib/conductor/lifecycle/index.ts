/**
 * Workflows over the instances of a deployment: install, heal, scale, update and the rest. Pure: what they do to the
 * world goes through `OperationExecutor`, what they keep through `LifecycleStore`. See docs/lifecycle.md.
 */
export { DEFAULT_OPTIONS, type EnginePorts, LifecycleEngine, type StartRequest } from './executions/engine';
export { ExecutionSlots } from './executions/slots';
export { MemoryStore } from './memory-store';
export type {
  Attempt,
  Change,
  Invocation,
  LifecycleClock,
  LifecycleEvent,
  LifecycleStore,
  Modification,
  OperationExecutor,
  OperationResult,
  Stored,
} from './ports';
export { hasAnotherTry } from './ports';
export { agentMethod } from './sequences/install';
export { parameterProblems } from './workflows/parameters';
export { Workflows } from './workflows/registry';
export type { ParameterSchema, Workflow } from './workflows/workflow';
