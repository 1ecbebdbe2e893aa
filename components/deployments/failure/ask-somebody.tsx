'use client';
import { LifeBuoy, Link2, Mail } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { Button } from '@/components/ui/button';
import { buttonClasses } from '@/components/ui/button-classes';
import { Popover } from '@/components/ui/popover';
import { useToast } from '@/components/ui/toast';
import type { Finding } from '@/lib/model/failure-findings';
import type { Failure } from '@/lib/model/progress/failure';
import type { RunView } from '@/lib/model/runs/run-view';
import { useFindingWords } from './finding-words';

/** A link that leads whoever is asked to this very failure, to copy or to send. The words hold no secret. */
export function AskSomebody({
  view,
  failure,
  headline,
  sentences,
  findings,
}: {
  view: RunView;
  failure: Failure;
  headline: string;
  /** what was said of each failure of the machine */
  sentences: readonly string[];
  findings: readonly Finding[];
}) {
  const t = useTranslations('deployments.failure');
  const toast = useToast();
  const words = useFindingWords();
  const link = () =>
    `${window.location.origin}/environments/${view.environment_id}/deployments/${view.id}#failure-${failure.id}`;
  const mail = () => {
    const wrong = findings.filter(({ state }) => state === 'wrong').map((finding) => words(finding));
    const body = [headline, ...sentences, ...wrong, '', link()].join('\n');
    return `mailto:?subject=${encodeURIComponent(headline)}&body=${encodeURIComponent(body)}`;
  };
  return (
    <Popover
      title={t('ask')}
      align="start"
      trigger={
        <Button size="sm">
          <LifeBuoy aria-hidden />
          {t('ask')}
        </Button>
      }
    >
      <div className="flex max-w-72 flex-col gap-3">
        <p className="text-ink-muted">{t('askText')}</p>
        <div className="flex flex-wrap gap-2">
          <Button
            size="sm"
            onClick={() => {
              navigator.clipboard.writeText(link()).then(
                () => toast.success(t('linkCopied')),
                () => toast.error(t('notCopied')),
              );
            }}
          >
            <Link2 aria-hidden />
            {t('copyLink')}
          </Button>
          <a className={buttonClasses('secondary', 'sm')} href={mail()}>
            <Mail aria-hidden />
            {t('mail')}
          </a>
        </div>
      </div>
    </Popover>
  );
}
