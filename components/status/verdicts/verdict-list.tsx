'use client';
import { CircleAlert, PencilLine, ShieldAlert, TriangleAlert } from 'lucide-react';
import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { Link } from '@/components/ui/link';
import { RelativeTime } from '@/components/ui/relative-time';
import type { PolicyVerdict } from '@/lib/model/policies/verdicts';
import { withFullStop } from '@/lib/model/sentence';

const ICONS = {
  error: ShieldAlert,
  warning: TriangleAlert,
  modification: PencilLine,
  failure: CircleAlert,
} as const;

/** What policies say, a sentence for each rule, with the policy's name and what leads to the place. */
export function VerdictList({
  verdicts,
  actions,
}: {
  verdicts: readonly PolicyVerdict[];
  /** leads to what a verdict is about */
  actions?: (verdict: PolicyVerdict) => ReactNode;
}) {
  const t = useTranslations('policies.verdicts');
  return (
    <ul className="flex flex-col gap-2.5">
      {verdicts.map((verdict) => {
        const { policyId, policy, kind, not_enforced, excepted, sentence, object_id } = verdict;
        const Icon = ICONS[kind];
        return (
          <li key={`${policyId}.${kind}.${object_id}.${sentence}`} className="flex items-start gap-2.5">
            <Icon aria-hidden className="mt-0.5 size-4 shrink-0" />
            <div className="min-w-0 flex-1">
              <p className="break-words">{sentence}</p>
              <p className="mt-0.5 flex flex-wrap gap-x-4 gap-y-1 text-[13px]">
                {actions?.(verdict)}
                <Link href={`/admin/policies/${policyId}`}>{t('policy', { name: policy })}</Link>
              </p>
              {excepted && (
                <p className="mt-0.5 break-words text-[13px]">
                  {t.rich('excepted', {
                    ...{ by: excepted.by, reason: withFullStop(excepted.reason) },
                    when: () => <RelativeTime at={excepted.until} />,
                  })}
                </p>
              )}
              {not_enforced && !excepted && <p className="mt-0.5 text-[13px]">{t('notEnforced')}</p>}
            </div>
          </li>
        );
      })}
    </ul>
  );
}
