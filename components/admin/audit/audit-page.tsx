'use client';
import { Download, Search } from 'lucide-react';
import { useTranslations } from 'next-intl';
import type { ComponentProps } from 'react';
import { QueryResult } from '@/components/status/query-result';
import { buttonClasses } from '@/components/ui/button-classes';
import { EmptyState } from '@/components/ui/empty-state';
import { onDemand } from '@/components/ui/on-demand';
import { ShowMore } from '@/components/ui/show-more';
import { auditCsvHref, useAudit, useAuditCopies } from '@/lib/client/administration';
import { AdminSection } from '../admin-section';
import { useUrlFilters } from '../use-url-filters';
import { AuditEntry } from './audit-entry';
import { AuditFilters } from './audit-filters';

const AuditCopies = onDemand<ComponentProps<typeof import('./audit-copies').AuditCopies>>(
  async () => (await import('./audit-copies')).AuditCopies,
);

const KEYS = ['user', 'tenant', 'action', 'from', 'to', 'text'] as const;

/** Who did what: the newest first, found by filters that the address keeps, taken away as CSV. */
export function AuditPage() {
  const t = useTranslations('admin.audit');
  const [filters, change] = useUrlFilters(KEYS);
  const audit = useAudit(filters);
  const { data: copies = [] } = useAuditCopies();
  return (
    <AdminSection
      name="audit"
      title={t('title')}
      actions={
        <a href={auditCsvHref(filters)} download className={buttonClasses()}>
          <Download aria-hidden />
          {t('csv')}
        </a>
      }
    >
      {copies.length > 0 && <AuditCopies copies={copies} />}
      <AuditFilters filters={filters} onChange={change} />
      <QueryResult of={audit}>
        {({ pages }) => {
          const entries = pages.flatMap((page) => page.entries);
          if (entries.length === 0) return <EmptyState icon={<Search />} title={t('nothing')} />;
          return (
            <>
              <ul aria-label={t('title')} className="overflow-hidden rounded-xl border border-line">
                {entries.map((entry) => (
                  <AuditEntry key={entry.id} entry={entry} />
                ))}
              </ul>
              <ShowMore of={audit} label={t('more')} />
              {!audit.hasNextPage && (
                <p className="text-center text-[13px] text-ink-muted">{t('end', { count: entries.length })}</p>
              )}
            </>
          );
        }}
      </QueryResult>
    </AdminSection>
  );
}
