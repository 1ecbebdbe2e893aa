'use client';
import { useTranslations } from 'next-intl';
import type { ComponentProps } from 'react';
import { useRoleReason } from '@/components/shell/me-context';
import { Link } from '@/components/ui/link';
import { onDemand } from '@/components/ui/on-demand';
import type { PolicyCheck } from '@/lib/model/policies/verdicts';
import { VerdictGroups } from './verdict-groups';
import { placeOfVerdict } from './verdict-place';

const AllowedValues = onDemand<ComponentProps<typeof import('./allowed-values').AllowedValues>>(
  async () => (await import('./allowed-values')).AllowedValues,
);

const AskException = onDemand<ComponentProps<typeof import('./ask-exception').AskException>>(
  async () => (await import('./ask-exception')).AskException,
);

/**
 * What policies say about deploying a draft, each with the place to put it right; where they stop it, what they would allow
 * and whom to ask.
 */
export function DraftVerdicts({
  environmentId,
  sessionId,
  check,
}: {
  environmentId: string;
  sessionId: string;
  check: PolicyCheck;
}) {
  const t = useTranslations('policies.draft');
  const mayEdit = useRoleReason() === null;
  return (
    <VerdictGroups
      verdicts={check.verdicts}
      changes={check.changes}
      makers={check.exceptions_by}
      words={{ stops: t('stops'), warns: t('warns'), changes: t('changes') }}
      help={mayEdit && <AllowedValues environmentId={environmentId} sessionId={sessionId} />}
      ask={(maker) => mayEdit && <AskException environmentId={environmentId} sessionId={sessionId} maker={maker} />}
      actions={(verdict) => {
        const href = placeOfVerdict(environmentId, verdict);
        if (href === null) return null;
        const service = verdict.service_name ?? '';
        return <Link href={href}>{t(verdict.property ? 'openField' : 'open', { service })}</Link>;
      }}
    />
  );
}
