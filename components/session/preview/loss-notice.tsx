'use client';
import { useFormatter, useTranslations } from 'next-intl';
import { Notice } from '@/components/ui/notice';
import type { PreviewMachine } from '@/lib/model/preview';

/** Which machines lose what is on them: set up anew, or deleted. Nothing when none does. */
export function LossNotice({ machines }: { machines: readonly PreviewMachine[] }) {
  const t = useTranslations('session.preview');
  const format = useFormatter();
  const hosts = (change: PreviewMachine['change']) =>
    machines.filter((machine) => machine.change === change).map(({ host }) => host);
  const replaced = hosts('replace');
  const removed = hosts('remove');
  if (replaced.length + removed.length === 0) return null;
  return (
    <Notice tone="attention" title={t('lossTitle', { count: replaced.length + removed.length })}>
      {replaced.length > 0 && <p>{t('lossReplace', { hosts: format.list(replaced), count: replaced.length })}</p>}
      {removed.length > 0 && <p>{t('lossRemove', { hosts: format.list(removed), count: removed.length })}</p>}
    </Notice>
  );
}
