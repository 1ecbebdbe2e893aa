'use client';
import { useTranslations } from 'next-intl';
import { Link } from '@/components/ui/link';
import type { PolicyCheck } from '@/lib/model/policies/verdicts';
import { VerdictGroups } from './verdict-groups';
import { placeOfVerdict } from './verdict-place';

/** What policies say about deploying a draft, each with the place to put it right. */
export function DraftVerdicts({ environmentId, check }: { environmentId: string; check: PolicyCheck }) {
  const t = useTranslations('policies.draft');
  return (
    <VerdictGroups
      verdicts={check.verdicts}
      changes={check.changes}
      makers={check.exceptions_by}
      words={{ stops: t('stops'), warns: t('warns'), changes: t('changes') }}
      actions={(verdict) => {
        const href = placeOfVerdict(environmentId, verdict);
        if (href === null) return null;
        const service = verdict.service_name ?? '';
        return <Link href={href}>{t(verdict.property ? 'openField' : 'open', { service })}</Link>;
      }}
    />
  );
}
