'use client';
import { Check, Copy, Download } from 'lucide-react';
import { useFormatter, useTranslations } from 'next-intl';
import { useEffect, useState } from 'react';
import { Button } from '@/components/ui/button';
import { CopyButton } from '@/components/ui/copy-button';
import { Dialog } from '@/components/ui/dialog';
import { Notice } from '@/components/ui/notice';
import { saveFile } from '@/lib/client/save-file';
import type { Credential } from '@/lib/model/templates/views';

/**
 * Shows the passwords that were made for an environment, all together this once; later each is told on the page of its
 * service. It does not close by accident before they were copied or downloaded.
 *
 * @param deployed whether the environment is being deployed already, or waits as a draft
 */
export function CredentialsDialog({
  name,
  credentials,
  deployed,
  onDone,
}: {
  name: string;
  credentials: readonly Credential[];
  deployed: boolean;
  onDone: () => void;
}) {
  const t = useTranslations('templates.credentials');
  const format = useFormatter();
  const [kept, setKept] = useState<'copied' | 'downloaded' | null>(null);
  const [warned, setWarned] = useState(false);
  useLeavingAsks(kept === null);

  const titleOf = ({ label, services }: Credential) => t('for', { label, services: services.join(', ') });
  const text = () => {
    const head = [
      t('file.title', { name }),
      t('file.made', { date: format.dateTime(new Date(), { dateStyle: 'long', timeStyle: 'short' }) }),
      t('file.keep'),
    ];
    return `${[head.join('\n'), ...credentials.map((one) => `${titleOf(one)}\n${one.value}`)].join('\n\n')}\n`;
  };
  const leave = () => (kept === null ? setWarned(true) : onDone());

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && leave()}
      title={t('title', { name })}
      description={t(deployed ? 'deploying' : 'drafted')}
      footer={
        <>
          <Button
            onClick={() => {
              navigator.clipboard.writeText(text()).then(
                () => setKept('copied'),
                () => undefined,
              );
            }}
          >
            {kept === 'copied' ? <Check aria-hidden /> : <Copy aria-hidden />}
            {t(kept === 'copied' ? 'copied' : 'copyAll')}
          </Button>
          <Button
            onClick={() => {
              saveFile(`${t('title', { name })}.txt`, text(), 'text/plain');
              setKept('downloaded');
            }}
          >
            {kept === 'downloaded' ? <Check aria-hidden /> : <Download aria-hidden />}
            {t(kept === 'downloaded' ? 'downloaded' : 'download')}
          </Button>
          <Button variant="primary" onClick={leave}>
            {t(deployed ? 'watch' : 'review')}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <ul className="divide-y divide-line rounded-lg border border-line">
          {credentials.map((credential) => (
            <li key={titleOf(credential)} className="flex items-center justify-between gap-3 py-2 pr-2 pl-3.5">
              <div className="min-w-0">
                <p className="break-words text-[13px] text-ink-muted">{titleOf(credential)}</p>
                <p className="mt-0.5 select-all break-all font-mono text-[13px]">{credential.value}</p>
              </div>
              <CopyButton text={credential.value} label={t('copy', { label: titleOf(credential) })} />
            </li>
          ))}
        </ul>
        {warned && kept === null && (
          <Notice
            tone="attention"
            actions={
              <Button size="sm" onClick={onDone}>
                {t('leave')}
              </Button>
            }
          >
            {t('notKept')}
          </Notice>
        )}
      </div>
    </Dialog>
  );
}

/** Has the browser ask before the page is left or reloaded. */
function useLeavingAsks(asks: boolean): void {
  useEffect(() => {
    if (!asks) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [asks]);
}
