'use client';
import { useTranslations } from 'next-intl';
import { useMe } from '@/components/shell/me-context';
import { RadioCards } from '@/components/ui/radio-cards';
import type { PolicyMode } from '@/lib/model/policies/policy-view';

/** Where a new policy holds and how strictly: it only warns at first, or is obeyed at once. */
export interface Reach {
  scope: 'installation' | 'tenant';
  mode: PolicyMode;
}

export const USUAL_REACH: Reach = { scope: 'tenant', mode: 'warn' };

/** Where a policy holds: here, or everywhere. */
export function PolicyScope({ value, onChange }: { value: Reach['scope']; onChange: (scope: Reach['scope']) => void }) {
  const t = useTranslations('policies.form');
  const { tenant } = useMe();
  return (
    <RadioCards
      label={t('scope')}
      value={value}
      onChange={onChange}
      options={[
        { value: 'tenant', label: t('tenant', { tenant: tenant.name }), help: t('tenantHelp') },
        { value: 'installation', label: t('installation'), help: t('installationHelp') },
      ]}
    />
  );
}

export function PolicyReach({ value, onChange }: { value: Reach; onChange: (reach: Reach) => void }) {
  const t = useTranslations('policies.form');
  const { system_admin: administrates } = useMe();
  return (
    <>
      {administrates && <PolicyScope value={value.scope} onChange={(scope) => onChange({ ...value, scope })} />}
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
