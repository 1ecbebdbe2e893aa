'use client';
import { useTranslations } from 'next-intl';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { Notice } from '@/components/ui/notice';
import { sentenceOf } from '@/lib/client/api-problem';
import type { NewEnrolmentCode } from '@/lib/model/servers';
import { EnrolmentLines } from './enrolment-lines';

/** Gives the agent of a server another identity: says what that does, and then shows the line to run there. */
export function RenewDialog({
  name,
  made,
  pending,
  error,
  onSubmit,
  onClose,
}: {
  name: string;
  made: NewEnrolmentCode | null;
  pending: boolean;
  error: unknown;
  onSubmit: () => void;
  onClose: () => void;
}) {
  const t = useTranslations('admin.servers.form');
  if (made) return <EnrolmentLines made={made} help={t('renewRunHelp', { name })} onClose={onClose} />;
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t('renew', { name })}
      description={t('renewHelp')}
      footer={
        <>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button variant="primary" pending={pending} onClick={onSubmit}>
            {t('make')}
          </Button>
        </>
      }
    >
      {error !== null && <Notice tone="failed">{sentenceOf(error)}</Notice>}
    </Dialog>
  );
}
