'use client';
import { useFormatter, useTranslations } from 'next-intl';
import { Button } from '@/components/ui/button';
import { CopyButton } from '@/components/ui/copy-button';
import { Dialog } from '@/components/ui/dialog';
import { Notice } from '@/components/ui/notice';
import type { NewEnrolmentCode } from '@/lib/model/servers';

/** The lines to run on a server, with the code that is shown this once. */
export function EnrolmentLines({
  made,
  help,
  onClose,
}: {
  made: NewEnrolmentCode;
  /** what the server must have, and what becomes of it */
  help: string;
  onClose: () => void;
}) {
  const t = useTranslations('admin.servers.form');
  const format = useFormatter();
  const time = format.dateTime(new Date(made.expires), { timeStyle: 'short', dateStyle: 'short' });
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t('run')}
      description={help}
      footer={
        <Button variant="primary" onClick={onClose}>
          {t('done')}
        </Button>
      }
    >
      <div className="flex flex-col gap-4">
        <Line label={t('linux')} copy={t('copyLinux')} text={made.linux} />
        <Line label={t('windows')} copy={t('copyWindows')} text={made.windows} />
        <Notice tone="attention">{t('once', { time })}</Notice>
      </div>
    </Dialog>
  );
}

function Line({ label, copy, text }: { label: string; copy: string; text: string }) {
  return (
    <div className="flex flex-col gap-1">
      <p className="font-medium">{label}</p>
      <div className="flex items-start gap-1">
        <code className="min-w-0 flex-1 select-all break-all rounded-md bg-sunken px-2 py-1 font-mono text-[13px]">
          {text}
        </code>
        <CopyButton text={text} label={copy} />
      </div>
    </div>
  );
}
