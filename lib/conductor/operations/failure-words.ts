import type { UnitWorkflow } from '@/lib/model/runs/unit-workflows';

const FAILED: Readonly<Record<string, string>> = {
  'validation.check_status': 'does not work',
  'lifecycle.stop': 'could not be stopped',
  'lifecycle.start': 'could not be started',
  'lifecycle.suspend': 'could not be suspended',
  'lifecycle.resume': 'could not be woken up',
  'lifecycle.heal': 'could not be repaired',
  'lifecycle.check_drift': 'could not be compared with what its service says',
  'lifecycle.update': 'could not be updated',
  'lifecycle.postheal': 'does not work after its repair either',
};

/** What to do next, where it is not a repair. */
const NEXT: Readonly<Partial<Record<UnitWorkflow, string>>> = {
  suspend: ' Remove the cause, then suspend again.',
  wake: ' Wake up again, or repair.',
  heal: ' Replace the machine, or have a look at it yourself.',
  check_drift: ' Remove the cause, then check again.',
  update: ' Remove the cause, then update again, or replace the machine.',
  execute_operation: ' Remove the cause, then run it again.',
};

/** What is said of a machine on which an operation failed, as the end of a sentence that begins with its name. */
export function failureWords(operation: string): string {
  return FAILED[operation] ?? 'does not work';
}

/** What to do next after a workflow failed, as a sentence with a blank before it. */
export function nextStepWords(workflow: UnitWorkflow): string {
  return NEXT[workflow] ?? ' Repair may help.';
}
