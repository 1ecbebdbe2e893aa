'use client';
import { useTranslations } from 'next-intl';
import { Badge } from '@/components/ui/badge';
import type { Finding } from '@/lib/model/failure-findings';
import type { FailureAdvice } from '@/lib/model/progress/failure-advice';
import { useFindingWords } from './finding-words';

/** Why a failure may have come about: first what was found to be wrong, then what is often the reason. */
export function Causes({ causes, findings }: { causes: FailureAdvice['causes']; findings: readonly Finding[] }) {
  const t = useTranslations('deployments.failure');
  const found = useFindingWords();
  const wrong = findings.filter(({ state }) => state === 'wrong');
  if (wrong.length + causes.length === 0) return null;
  return (
    <div className="min-w-0">
      <h4 className="font-medium text-[13px] text-ink-muted">{t('causes')}</h4>
      <ol className="mt-1 flex list-decimal flex-col gap-1 pl-5">
        {wrong.map((finding) => (
          <li key={finding.check} className="font-medium">
            {found(finding)} <Badge>{t('likely')}</Badge>
          </li>
        ))}
        {causes.map((cause) => {
          const text = 'text' in cause ? cause.text : t(`known.${cause.known}`);
          return <li key={text}>{text}</li>;
        })}
      </ol>
    </div>
  );
}
