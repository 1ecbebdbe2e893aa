'use client';
import { useTranslations } from 'next-intl';
import { Dialog } from '@/components/ui/dialog';
import type { PartWorkflowId } from './part-workflows';
import type { WorkflowId } from './registry';
import type { WorkflowSubject } from './subject';
import { WorkflowList } from './workflow-list';

/** What can be done with the machines of a whole environment, to be chosen from. */
export function WorkflowsDialog({
  subject,
  onAsk,
  onClose,
}: {
  subject: WorkflowSubject;
  onAsk: (workflow: WorkflowId | PartWorkflowId) => void;
  onClose: () => void;
}) {
  const t = useTranslations('workflows');
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t('ofAll', { name: subject.name })}
      description={t('description')}
      size="sm"
    >
      <WorkflowList subject={subject} onAsk={onAsk} />
    </Dialog>
  );
}
