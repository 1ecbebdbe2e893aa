'use client';
import { Building2, ChevronsUpDown } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { buttonClasses } from '@/components/ui/button-classes';
import { Menu, MenuChoice } from '@/components/ui/menu';
import { Spinner } from '@/components/ui/spinner';
import { useMe } from './me-context';

/** Whose environments are shown, and the way to another tenant for who belongs to several. */
export function TenantSwitcher() {
  const { tenant, tenants } = useMe();
  const t = useTranslations('shell');
  const [switching, setSwitching] = useState(false);
  const face = (
    <>
      {switching ? <Spinner /> : <Building2 aria-hidden />}
      <span className="min-w-0 flex-1 truncate text-left">{tenant.name}</span>
    </>
  );
  if (tenants.length < 2) {
    return (
      <p className="flex h-9 items-center gap-2 px-2.5 font-medium [&_svg]:size-4 [&_svg]:text-ink-muted">
        <span className="sr-only">{t('tenant')}: </span>
        {face}
      </p>
    );
  }
  return (
    <Menu
      align="start"
      trigger={
        <button type="button" className={buttonClasses('secondary', 'md', 'w-full justify-between px-2.5')}>
          <span className="sr-only">{t('tenant')}: </span>
          {face}
          <ChevronsUpDown aria-hidden className="text-ink-muted" />
        </button>
      }
    >
      <MenuChoice
        label={t('tenant')}
        value={tenant.id}
        onChange={(id) => {
          if (id === tenant.id) return;
          setSwitching(true);
          void import('@/lib/client/auth')
            .then(({ switchTenant }) => switchTenant(id))
            .catch(() => setSwitching(false));
        }}
        options={tenants.map((one) => ({ value: one.id, label: one.name, hint: t(`role.${one.role}`) }))}
      />
    </Menu>
  );
}
