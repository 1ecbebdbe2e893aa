'use client';
import { Plus } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { useEditReason } from '@/components/shell/edit-reason';
import { Button } from '@/components/ui/button';
import { LinkButton } from '@/components/ui/link';

/** The way to the wizard; said why not where there is none. */
export function AddServiceButton({
  environmentId,
  label,
}: {
  environmentId: string;
  /** other words than "Add a service" */
  label?: string;
}) {
  const t = useTranslations('services');
  const reason = useEditReason(environmentId);
  const face = (
    <>
      <Plus aria-hidden />
      {label ?? t('add')}
    </>
  );
  if (reason) {
    return (
      <Button variant="primary" disabledReason={reason}>
        {face}
      </Button>
    );
  }
  return (
    <LinkButton variant="primary" href={`/environments/${environmentId}/services/add`}>
      {face}
    </LinkButton>
  );
}
