/** Workflows over the machines of an environment that nothing more is asked for. */
export const SIMPLE_WORKFLOWS = [
  'start',
  'stop',
  'restart',
  'suspend',
  'wake',
  'check_status',
  'heal',
  'check_drift',
  'update',
] as const;
export type SimpleWorkflow = (typeof SIMPLE_WORKFLOWS)[number];
/** All of them; `execute_operation` has to know which operation, with what. */
export const UNIT_WORKFLOWS = [...SIMPLE_WORKFLOWS, 'execute_operation'] as const;
export type UnitWorkflow = (typeof UNIT_WORKFLOWS)[number];

/** Workflows of which one may ask that a failure on one machine keeps those after it from nothing (`ignore_failure`). */
export const IGNORING_WORKFLOWS: readonly UnitWorkflow[] = [
  'start',
  'stop',
  'restart',
  'suspend',
  'wake',
  'execute_operation',
];
