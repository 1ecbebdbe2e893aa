'use client';
import { Ban, Building2, Gauge, Search } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { useCallback, useState } from 'react';
import { QueryResult } from '@/components/status/query-result';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';
import { Link } from '@/components/ui/link';
import { MenuItem } from '@/components/ui/menu';
import { ShowMore } from '@/components/ui/show-more';
import { useTenants } from '@/lib/client/administration';
import type { AdminTenant } from '@/lib/model/administration';
import { AdminSection } from '../admin-section';
import { EntryCard } from '../entry-card';
import { EntryMenu } from '../entry-menu';
import { SearchLine } from '../search-line';
import { useUrlFilters } from '../use-url-filters';
import { QuotaBars } from './quota-bars';
import { ChangeQuota, StoreTenant, SwitchTenant } from './tenant-changes';

/** With fewer there is nothing to search. */
const MANY = 5;

type Open = { what: 'form' | 'quota' | 'toggle'; tenant: AdminTenant } | { what: 'new' } | null;

/** Every tenant with its share of the cloud: made, renamed, disabled, given limits. */
export function TenantsPage() {
  const t = useTranslations('admin.tenants');
  const [filters, change] = useUrlFilters(['q']);
  const tenants = useTenants(filters.q);
  const search = useCallback((q: string) => change({ q }), [change]);
  const [open, setOpen] = useState<Open>(null);
  const close = () => setOpen(null);
  return (
    <AdminSection
      name="tenants"
      title={t('title')}
      actions={
        <Button variant="primary" onClick={() => setOpen({ what: 'new' })}>
          <Building2 aria-hidden />
          {t('create')}
        </Button>
      }
    >
      <QueryResult of={tenants}>
        {({ pages }) => {
          const shown = pages.flatMap((page) => page.tenants);
          const count = pages[0]?.count ?? 0;
          return (
            <>
              {(count > MANY || filters.q !== '') && (
                <SearchLine
                  label={t('search')}
                  value={filters.q}
                  onChange={search}
                  found={filters.q === '' ? '' : t('found', { count })}
                />
              )}
              {count === 0 && <EmptyState icon={<Search />} title={t('none')} />}
              <ul className="flex flex-col gap-3">
                {shown.map((tenant) => (
                  <TenantCard
                    key={tenant.id}
                    tenant={tenant}
                    onChange={() => setOpen({ what: 'form', tenant })}
                    onQuota={() => setOpen({ what: 'quota', tenant })}
                    onToggle={() => setOpen({ what: 'toggle', tenant })}
                  />
                ))}
              </ul>
              <ShowMore of={tenants} shown={shown.length} all={count} />
            </>
          );
        }}
      </QueryResult>
      {open?.what === 'new' && <StoreTenant tenant={null} onClose={close} />}
      {open?.what === 'form' && <StoreTenant tenant={open.tenant} onClose={close} />}
      {open?.what === 'quota' && <ChangeQuota tenant={open.tenant} onClose={close} />}
      {open?.what === 'toggle' && <SwitchTenant tenant={open.tenant} onClose={close} />}
    </AdminSection>
  );
}

function TenantCard({
  tenant,
  onChange,
  onQuota,
  onToggle,
}: {
  tenant: AdminTenant;
  onChange: () => void;
  onQuota: () => void;
  onToggle: () => void;
}) {
  const t = useTranslations('admin.tenants');
  return (
    <EntryCard
      title={tenant.name}
      badges={
        <>
          {!tenant.enabled && (
            <Badge tone="waiting" icon={<Ban aria-hidden />}>
              {t('disabled')}
            </Badge>
          )}
          {tenant.quota?.own && (
            <Badge tone="accent" icon={<Gauge aria-hidden />}>
              {t('ownQuota')}
            </Badge>
          )}
        </>
      }
      sentence={
        <>
          {tenant.description !== '' && <span>{tenant.description} · </span>}
          <Link href={`/admin?tenant=${tenant.id}`}>{t('environments', { count: tenant.environments })}</Link>
          {' · '}
          <Link href={`/admin/users?q=${encodeURIComponent(tenant.name)}`}>{t('users', { count: tenant.users })}</Link>
        </>
      }
      menu={
        <EntryMenu
          words={{
            more: t('more', { name: tenant.name }),
            change: t('change'),
            disable: t('disable'),
            enable: t('enable'),
          }}
          enabled={tenant.enabled}
          onChange={onChange}
          onToggle={onToggle}
        >
          {tenant.quota && (
            <MenuItem icon={<Gauge aria-hidden />} onSelect={onQuota}>
              {t('changeQuota')}
            </MenuItem>
          )}
        </EntryMenu>
      }
    >
      {tenant.quota && <QuotaBars quota={tenant.quota} />}
    </EntryCard>
  );
}
