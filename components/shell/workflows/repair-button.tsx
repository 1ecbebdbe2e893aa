'use client';
import { Wrench } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { Button } from '@/components/ui/button';
import type { WorkflowSubject } from './subject';
import { useWorkflowDialog } from './use-workflow-dialog';
import { useWorkflowOffers } from './use-workflow-offers';

/** Repairs what does not work, after its plan was seen. */
export function RepairButton({ subject }: { subject: WorkflowSubject }) {
  const t = useTranslations('workflows');
  const { ask, dialog } = useWorkflowDialog();
  const offer = useWorkflowOffers(subject).find(({ id }) => id === 'heal');
  return (
    <>
      <Button
        variant="primary"
        className="self-start"
        disabledReason={offer?.reason ?? null}
        onClick={() => ask('heal', subject)}
      >
        <Wrench aria-hidden />
        {t('heal')}
      </Button>
      {dialog}
    </>
  );
}
