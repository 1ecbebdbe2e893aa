'use client';
import { useTranslations } from 'next-intl';
import { Button } from '@/components/ui/button';
import { CopyButton } from '@/components/ui/copy-button';
import { Dialog } from '@/components/ui/dialog';
import { Notice } from '@/components/ui/notice';
import type { WithPassword } from '@/lib/model/administration';

/** Shows a generated password, this once. */
export function PasswordDialog({ made, onClose }: { made: WithPassword | null; onClose: () => void }) {
  const t = useTranslations('admin.users.password');
  return (
    <Dialog
      open={made !== null}
      onOpenChange={(open) => !open && onClose()}
      title={t('title', { name: made?.user.display_name ?? '' })}
      description={t('description')}
      size="sm"
      footer={
        <Button variant="primary" onClick={onClose}>
          {t('done')}
        </Button>
      }
    >
      <div className="flex flex-col gap-4">
        <dl className="grid grid-cols-[auto_1fr] items-center gap-x-4 gap-y-2">
          <dt className="text-ink-muted">{t('name')}</dt>
          <dd className="break-all font-mono text-[13px]">{made?.user.name}</dd>
          <dt className="text-ink-muted">{t('password')}</dt>
          <dd className="flex items-center gap-1">
            <code className="select-all break-all rounded-md bg-sunken px-2 py-1 font-mono text-[13px]">
              {made?.password}
            </code>
            <CopyButton text={made?.password ?? ''} label={t('copy')} />
          </dd>
        </dl>
        <Notice tone="attention">{t('once')}</Notice>
      </div>
    </Dialog>
  );
}
