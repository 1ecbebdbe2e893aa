import type { RunKind } from '@/lib/model/runs/kinds';
import { action } from './action';
import { deletion } from './delete';
import { deploy } from './deploy';
import type { RunKindRunner } from './run-kind';
import { workflow } from './workflow';

export type { RunJob, RunKindRunner } from './run-kind';

/** The registry of kinds of runs: one line each. What the rules of the queue ask is in `lib/model/runs/kinds.ts`. */
export const RUNNERS: Record<RunKind, RunKindRunner> = {
  deploy,
  delete: deletion,
  action,
  start: workflow('start'),
  stop: workflow('stop'),
  restart: workflow('restart'),
  check_status: workflow('check_status'),
  heal: workflow('heal'),
};
