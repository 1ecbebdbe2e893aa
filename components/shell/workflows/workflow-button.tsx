'use client';
import { useTranslations } from 'next-intl';
import { Button } from '@/components/ui/button';
import type { WorkflowId } from './registry';
import type { WorkflowSubject } from './subject';
import { useWorkflowDialog } from './use-workflow-dialog';
import { useWorkflowOffers } from './use-workflow-offers';

/** One workflow where it is what helps: repairs what does not work, updates what was changed; after its plan was seen. */
export function WorkflowButton({ workflow, subject }: { workflow: WorkflowId; subject: WorkflowSubject }) {
  const t = useTranslations('workflows');
  const { ask, dialog } = useWorkflowDialog();
  const offer = useWorkflowOffers(subject).find(({ id }) => id === workflow);
  const Icon = offer?.icon;
  return (
    <>
      <Button
        variant="primary"
        className="self-start"
        disabledReason={offer?.reason ?? null}
        onClick={() => ask(workflow, subject)}
      >
        {Icon && <Icon aria-hidden />}
        {t(workflow)}
      </Button>
      {dialog}
    </>
  );
}
