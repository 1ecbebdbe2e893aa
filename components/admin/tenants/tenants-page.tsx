'use client';
import { Ban, Building2, Gauge, Search } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { type ComponentProps, useCallback, useState } from 'react';
import { QueryResult } from '@/components/status/query-result';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { Confirm } from '@/components/ui/confirm';
import { EmptyState } from '@/components/ui/empty-state';
import { Link } from '@/components/ui/link';
import { MenuItem } from '@/components/ui/menu';
import { onDemand } from '@/components/ui/on-demand';
import { ShowMore } from '@/components/ui/show-more';
import { useToast } from '@/components/ui/toast';
import { useChangeQuota, useChangeTenant, useCreateTenant, useTenants } from '@/lib/client/administration';
import { sentenceOf } from '@/lib/client/api-problem';
import { onSuccess } from '@/lib/client/on-success';
import type { AdminTenant } from '@/lib/model/administration';
import { AdminSection } from '../admin-section';
import { EntryCard } from '../entry-card';
import { EntryMenu } from '../entry-menu';
import { SearchLine } from '../search-line';
import { useUrlFilters } from '../use-url-filters';
import { QuotaBars } from './quota-bars';

const QuotaDialog = onDemand<ComponentProps<typeof import('./quota-dialog').QuotaDialog>>(
  async () => (await import('./quota-dialog')).QuotaDialog,
);

const TenantDialog = onDemand<ComponentProps<typeof import('./tenant-dialog').TenantDialog>>(
  async () => (await import('./tenant-dialog')).TenantDialog,
);

/** With fewer there is nothing to search. */
const MANY = 5;

type Open = { what: 'form' | 'quota' | 'toggle'; tenant: AdminTenant } | { what: 'new' } | null;

/** Every tenant with its share of the cloud: made, renamed, disabled, given limits. */
export function TenantsPage() {
  const t = useTranslations('admin.tenants');
  const toast = useToast();
  const [filters, change] = useUrlFilters(['q']);
  const tenants = useTenants(filters.q);
  const search = useCallback((q: string) => change({ q }), [change]);
  const [open, setOpen] = useState<Open>(null);
  const creating = useCreateTenant();
  const changing = useChangeTenant();
  const limiting = useChangeQuota();
  const show = (next: Open) => {
    creating.reset();
    changing.reset();
    limiting.reset();
    setOpen(next);
  };
  const done = (name: string) => () => {
    setOpen(null);
    toast.success(t('saved', { name }));
  };
  return (
    <AdminSection
      name="tenants"
      title={t('title')}
      actions={
        <Button variant="primary" onClick={() => show({ what: 'new' })}>
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
                    onChange={() => show({ what: 'form', tenant })}
                    onQuota={() => show({ what: 'quota', tenant })}
                    onToggle={() => show({ what: 'toggle', tenant })}
                  />
                ))}
              </ul>
              <ShowMore of={tenants} shown={shown.length} all={count} />
            </>
          );
        }}
      </QueryResult>
      {(open?.what === 'new' || open?.what === 'form') && (
        <TenantDialog
          tenant={open.what === 'form' ? open.tenant : null}
          pending={creating.isPending || changing.isPending}
          error={creating.error ?? changing.error}
          onSubmit={(input) =>
            onSuccess(
              open.what === 'form'
                ? changing.mutateAsync({ tenantId: open.tenant.id, ...input })
                : creating.mutateAsync(input),
              ({ name }) => done(name)(),
            )
          }
          onClose={() => show(null)}
        />
      )}
      {open?.what === 'quota' && open.tenant.quota && (
        <QuotaDialog
          tenant={open.tenant}
          quota={open.tenant.quota}
          pending={limiting.isPending}
          error={limiting.error}
          onSubmit={(limits) =>
            onSuccess(limiting.mutateAsync({ tenantId: open.tenant.id, limits }), done(open.tenant.name))
          }
          onClose={() => show(null)}
        />
      )}
      {open?.what === 'toggle' && (
        <Confirm
          open
          onOpenChange={() => show(null)}
          title={t(open.tenant.enabled ? 'disableTitle' : 'enableTitle', { name: open.tenant.name })}
          confirmLabel={t(open.tenant.enabled ? 'disable' : 'enable')}
          pending={changing.isPending}
          error={sentenceOf(changing.error)}
          onConfirm={() =>
            onSuccess(
              changing.mutateAsync({ tenantId: open.tenant.id, enabled: !open.tenant.enabled }),
              done(open.tenant.name),
            )
          }
        >
          <p>{t(open.tenant.enabled ? 'disableSentence' : 'enableSentence')}</p>
        </Confirm>
      )}
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
