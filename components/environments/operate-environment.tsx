'use client';
import { useState } from 'react';
import type { PartWorkflowId } from '@/components/shell/workflows/part-workflows';
import type { WorkflowId } from '@/components/shell/workflows/registry';
import { StartWorkflow } from '@/components/shell/workflows/start-workflow';
import { WorkflowsDialog } from '@/components/shell/workflows/workflows-dialog';
import type { EnvironmentView } from '@/lib/model/views';

/** What can be done with all machines of an environment: it is chosen, then its plan is shown. */
export function OperateEnvironment({ environment, onClose }: { environment: EnvironmentView; onClose: () => void }) {
  const [chosen, setChosen] = useState<WorkflowId | PartWorkflowId | null>(null);
  const subject = { environmentId: environment.id, name: environment.name };
  return chosen === null ? (
    <WorkflowsDialog subject={subject} onAsk={setChosen} onClose={onClose} />
  ) : (
    <StartWorkflow subject={subject} workflow={chosen} onClose={onClose} />
  );
}
