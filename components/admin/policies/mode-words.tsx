'use client';
import { Eye, ShieldCheck, ShieldOff } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { Badge } from '@/components/ui/badge';
import type { PolicyView } from '@/lib/model/policies/policy-view';

/** Whether a policy is obeyed, only warns or is off, and where it holds. */
export function PolicyBadges({ policy: { enabled, mode, scope } }: { policy: PolicyView }) {
  const t = useTranslations('policies.badges');
  return (
    <>
      {!enabled ? (
        <Badge icon={<ShieldOff aria-hidden />}>{t('off')}</Badge>
      ) : mode === 'stop' ? (
        <Badge tone="ready" icon={<ShieldCheck aria-hidden />}>
          {t('stop')}
        </Badge>
      ) : (
        <Badge tone="attention" icon={<Eye aria-hidden />}>
          {t('warn')}
        </Badge>
      )}
      <Badge>{t(scope)}</Badge>
    </>
  );
}
