import { useTranslations } from 'next-intl';
import { hostNamesOf } from '@/lib/model/host-name-pattern';

const SHOWN = 3;

/** What machines will be called. */
export function HostNames({ pattern, count }: { pattern: string; count: number }) {
  const t = useTranslations('forms');
  if (pattern === '') return <p className="text-[13px] text-ink-muted">{t('generated')}</p>;
  const all = hostNamesOf(pattern, count);
  const rest = all.length - SHOWN;
  const names = () => <span className="break-all font-mono text-ink">{all.slice(0, SHOWN).join(', ')}</span>;
  return (
    <p className="text-[13px] text-ink-muted">
      {rest > 0 ? t.rich('calledMore', { names, rest }) : t.rich('called', { names, count: all.length })}
    </p>
  );
}
