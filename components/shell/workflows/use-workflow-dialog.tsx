'use client';
import { type ComponentProps, type ReactNode, useState } from 'react';
import { onDemand } from '@/components/ui/on-demand';
import type { WorkflowId } from './registry';
import type { WorkflowSubject } from './subject';

const StartWorkflow = onDemand<ComponentProps<typeof import('./start-workflow').StartWorkflow>>(
  async () => (await import('./start-workflow')).StartWorkflow,
);

/**
 * The dialog with the plan of a workflow, wherever one is offered.
 *
 * @param onStarted its run has begun, and its page is on its way
 * @returns `ask` opens it; `dialog` is to be shown all the time
 */
export function useWorkflowDialog(onStarted?: () => void): {
  ask: (workflow: WorkflowId, subject: WorkflowSubject) => void;
  dialog: ReactNode;
} {
  const [asked, setAsked] = useState<{ workflow: WorkflowId; subject: WorkflowSubject } | null>(null);
  return {
    ask: (workflow, subject) => setAsked({ workflow, subject }),
    dialog: asked && (
      <StartWorkflow
        {...asked}
        onClose={(started) => {
          setAsked(null);
          if (started) onStarted?.();
        }}
      />
    ),
  };
}
