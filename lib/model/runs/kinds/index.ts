import { action } from './action';
import { deletion } from './delete';
import { deploy } from './deploy';
import { resize } from './resize';
import type { RunKindDefinition } from './run-kind';
import { workflow } from './workflow';

/** The registry of kinds of runs: one line each. */
const KINDS = {
  deploy,
  delete: deletion,
  action,
  start: workflow('start', { noun: 'Start', again: 'start again' }),
  stop: workflow('stop', { noun: 'Stop', again: 'stop again', overtakes: true }),
  restart: workflow('restart', { noun: 'Restart', again: 'restart again' }),
  suspend: workflow('suspend', { noun: 'Suspension', again: 'suspend again' }),
  wake: workflow('wake', { noun: 'Wake-up', again: 'wake up again' }),
  check_status: workflow('check_status', { noun: 'Check', again: 'check again' }),
  check_drift: workflow('check_drift', { noun: 'Drift check', again: 'check again' }),
  update: workflow('update', { noun: 'Update', again: 'update again' }),
  execute_operation: workflow('execute_operation', { noun: 'Operation', again: 'run it again' }),
  heal: workflow('heal', { noun: 'Repair', again: 'repair again', overtakes: true }),
  scale: resize({ noun: 'Scaling' }),
  uninstall: resize({ noun: 'Removal' }),
} as const satisfies Record<string, RunKindDefinition>;

export type RunKind = keyof typeof KINDS;
export const RUN_KINDS = Object.keys(KINDS) as [RunKind, ...RunKind[]];

/** What a kind of run is: what rules ask about it, and what its runs ask of programs. */
export function runKind(kind: RunKind): RunKindDefinition {
  return KINDS[kind];
}

/** The kind that a stored or sent word means; null for one that nobody knows. */
export function runKindOf(word: unknown): RunKind | null {
  return RUN_KINDS.find((kind) => kind === word) ?? null;
}
