'use client';
import { type ComponentProps, type ReactNode, useState } from 'react';
import { onDemand } from '@/components/ui/on-demand';
import type { OfferedOperation } from '@/lib/model/operations/declared';
import type { PartWorkflowId } from './part-workflows';
import type { WorkflowId } from './registry';
import type { WorkflowSubject } from './subject';

const StartWorkflow = onDemand<ComponentProps<typeof import('./start-workflow').StartWorkflow>>(
  async () => (await import('./start-workflow')).StartWorkflow,
);

const RunOperation = onDemand<ComponentProps<typeof import('./run-operation').RunOperation>>(
  async () => (await import('./run-operation')).RunOperation,
);

/** What is to be done: a workflow that all or those of blueprints have, or an operation that packages offer. */
export type RequestedWorkflow = WorkflowId | PartWorkflowId | OfferedOperation;

/**
 * The dialog with the plan of a workflow or an operation, wherever one is offered.
 *
 * @param onStarted its run has begun, and its page is on its way
 * @returns `ask` opens it; `dialog` is to be shown all the time
 */
export function useWorkflowDialog(onStarted?: () => void): {
  ask: (wanted: RequestedWorkflow, subject: WorkflowSubject) => void;
  dialog: ReactNode;
} {
  const [asked, setAsked] = useState<{ wanted: RequestedWorkflow; subject: WorkflowSubject } | null>(null);
  const onClose = (started: boolean) => {
    setAsked(null);
    if (started) onStarted?.();
  };
  return {
    ask: (wanted, subject) => setAsked({ wanted, subject }),
    dialog:
      asked &&
      (typeof asked.wanted === 'string' ? (
        <StartWorkflow workflow={asked.wanted} subject={asked.subject} onClose={onClose} />
      ) : (
        <RunOperation operation={asked.wanted} subject={asked.subject} onClose={onClose} />
      )),
  };
}
