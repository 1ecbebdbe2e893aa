'use client';
import { useTranslations } from 'next-intl';
import { useMe } from '@/components/shell/me-context';
import { RadioCards } from '@/components/ui/radio-cards';
import type { PolicyMode } from '@/lib/model/policies/policy-view';

/** Where a new policy holds and how strictly: rehearsed first, or obeyed at once. */
export interface Reach {
  scope: 'installation' | 'tenant';
  mode: PolicyMode;
}

export const USUAL_REACH: Reach = { scope: 'tenant', mode: 'warn' };

export function PolicyReach({ value, onChange }: { value: Reach; onChange: (reach: Reach) => void }) {
  const t = useTranslations('policies.form');
  const me = useMe();
  return (
    <>
      {me.system_admin && (
        <RadioCards
          label={t('scope')}
          value={value.scope}
          onChange={(scope) => onChange({ ...value, scope })}
          options={[
            { value: 'tenant', label: t('tenant', { tenant: me.tenant.name }), help: t('tenantHelp') },
            { value: 'installation', label: t('installation'), help: t('installationHelp') },
          ]}
        />
      )}
      <RadioCards
        label={t('mode')}
        value={value.mode}
        onChange={(mode) => onChange({ ...value, mode })}
        options={[
          { value: 'warn', label: t('warn'), help: t('warnHelp') },
          { value: 'stop', label: t('stop'), help: t('stopHelp') },
        ]}
      />
    </>
  );
}
