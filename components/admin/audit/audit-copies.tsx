import { useFormatter, useTranslations } from 'next-intl';
import { Notice } from '@/components/ui/notice';
import type { AuditCopyView } from '@/lib/model/administration';

/** How each copy of the audit log is: what it lacks, and why it fails. */
export function AuditCopies({ copies }: { copies: readonly AuditCopyView[] }) {
  const t = useTranslations('admin.audit.copies');
  return (
    <ul aria-label={t('label')} className="flex flex-col gap-1.5 text-[13px] text-ink-muted">
      {copies.map(({ problem, ...copy }) => (
        <li key={copy.address}>
          {problem === null ? <Written copy={copy} /> : <Failing copy={copy} problem={problem} />}
        </li>
      ))}
    </ul>
  );
}

type Place = Omit<AuditCopyView, 'problem'>;

function Written({ copy: { address, behind } }: { copy: Place }) {
  const t = useTranslations('admin.audit.copies');
  const values = { address, b: (text: React.ReactNode) => <b className="break-all font-medium text-ink">{text}</b> };
  return behind === 0 ? t.rich('inStep', values) : t.rich('behind', { ...values, count: behind });
}

function Failing({
  copy: { address, behind, required },
  problem: { sentence, since },
}: {
  copy: Place;
  problem: NonNullable<AuditCopyView['problem']>;
}) {
  const t = useTranslations('admin.audit.copies');
  const format = useFormatter();
  const exact = format.dateTime(new Date(since), { dateStyle: 'medium', timeStyle: 'medium' });
  return (
    <Notice tone={required ? 'failed' : 'attention'} title={t('failing', { address, since: exact })}>
      {sentence} {t('missing', { count: behind })}
      {required && ` ${t('required')}`}
    </Notice>
  );
}
