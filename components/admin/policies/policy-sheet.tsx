'use client';
import { Trash2 } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { type ComponentProps, useState } from 'react';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { onDemand } from '@/components/ui/on-demand';
import { RelativeTime } from '@/components/ui/relative-time';
import { Segmented } from '@/components/ui/segmented';
import { Skeleton } from '@/components/ui/skeleton';
import { useRequestsToDecide } from '@/lib/client/exception-requests';
import { useUrlState } from '@/lib/client/url-state';
import type { PolicyView } from '@/lib/model/policies/policy-view';
import { ExportPolicy } from './export-policy';
import { PolicyBadges } from './mode-words';
import { PolicyMode } from './policy-card';

const waiting = <Skeleton className="h-96 w-full rounded-xl" />;
const PolicyRules = onDemand<ComponentProps<typeof import('./policy-rules').PolicyRules>>(
  async () => (await import('./policy-rules')).PolicyRules,
  waiting,
);
const PolicyStatistics = onDemand<ComponentProps<typeof import('./policy-statistics').PolicyStatistics>>(
  async () => (await import('./policy-statistics')).PolicyStatistics,
  waiting,
);
const PolicyExceptions = onDemand<ComponentProps<typeof import('./policy-exceptions').PolicyExceptions>>(
  async () => (await import('./policy-exceptions')).PolicyExceptions,
  waiting,
);
const ExceptionRequests = onDemand<ComponentProps<typeof import('./exception-requests').ExceptionRequests>>(
  async () => (await import('./exception-requests')).ExceptionRequests,
);
const PolicyHistory = onDemand<ComponentProps<typeof import('./policy-history').PolicyHistory>>(
  async () => (await import('./policy-history')).PolicyHistory,
  waiting,
);
const DeletePolicy = onDemand<ComponentProps<typeof import('./delete-policy').DeletePolicy>>(
  async () => (await import('./delete-policy')).DeletePolicy,
);

const PARTS = ['rules', 'said', 'exceptions', 'history'] as const;
type Part = (typeof PARTS)[number];

/** Everything about one policy, a part at a time; the address keeps which. */
export function PolicySheet({ policy }: { policy: PolicyView }) {
  const t = useTranslations('policies.sheet');
  const [params, set] = useUrlState();
  const [deleting, setDeleting] = useState(false);
  const requests = useRequestsToDecide().data?.filter(({ policy_id }) => policy_id === policy.id).length ?? 0;
  const part: Part = PARTS.find((one) => one === params.get('part')) ?? 'rules';
  return (
    <section aria-labelledby="policy" className="flex flex-col gap-5">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div className="min-w-0 flex-1 basis-72">
          <div className="flex flex-wrap items-center gap-2">
            <h2 id="policy" className="break-words font-semibold text-[17px]">
              {policy.name}
            </h2>
            <PolicyBadges policy={policy} />
          </div>
          {policy.summary !== '' && <p className="mt-0.5 break-words text-ink-muted">{policy.summary}</p>}
          <p className="mt-0.5 text-[13px] text-ink-muted">
            {t.rich('changed', {
              version: policy.version,
              name: policy.changed_by,
              when: () => <RelativeTime at={policy.changed} />,
            })}
          </p>
        </div>
        <div className="flex flex-wrap items-start gap-2">
          <PolicyMode policy={policy} />
          <ExportPolicy policyId={policy.id} />
          {policy.may_change && (
            <Button variant="dangerGhost" onClick={() => setDeleting(true)}>
              <Trash2 aria-hidden />
              {t('delete')}
            </Button>
          )}
        </div>
      </div>
      <div>
        <Segmented
          label={t('parts')}
          value={part}
          onChange={(next) => set({ part: next === 'rules' ? null : next })}
          options={PARTS.map((value) => ({
            value,
            label:
              value === 'exceptions' && requests > 0 ? (
                <>
                  {t('part.exceptions')} <Badge tone="attention">{t('requests', { count: requests })}</Badge>
                </>
              ) : (
                t(value === 'rules' && policy.template !== null ? 'part.values' : `part.${value}`)
              ),
          }))}
        />
      </div>
      {part === 'rules' && <PolicyRules key={policy.version} policy={policy} />}
      {part === 'said' && <PolicyStatistics policy={policy} />}
      {part === 'exceptions' && (
        <>
          <ExceptionRequests policy={policy} />
          <PolicyExceptions policy={policy} />
        </>
      )}
      {part === 'history' && <PolicyHistory policy={policy} />}
      {deleting && <DeletePolicy policy={policy} onClose={() => setDeleting(false)} />}
    </section>
  );
}
