'use client';
import { Plus, Search, Server as ServerIcon } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { useCallback, useState } from 'react';
import { useMe } from '@/components/shell/me-context';
import { QueryResult } from '@/components/status/query-result';
import { Button } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';
import { onDemand } from '@/components/ui/on-demand';
import { ShowMore } from '@/components/ui/show-more';
import { useToast } from '@/components/ui/toast';
import { onSuccess } from '@/lib/client/on-success';
import { useRevokeEnrolmentCode, useServers } from '@/lib/client/servers';
import type { Server } from '@/lib/model/servers';
import { AdminSection } from '../admin-section';
import { SearchLine } from '../search-line';
import { useUrlFilters } from '../use-url-filters';
import { CodeList } from './code-list';
import { ServerCard } from './server-card';
import { ChangeServer, EnrolServers, RemoveServer, RenewServer } from './server-changes';

const PoolsCard = onDemand<object>(async () => (await import('./pools-card')).PoolsCard);

type Open = { what: 'change' | 'remove' | 'renew'; server: Server } | { what: 'enrol' } | null;

/** The servers that machines are made on; elsewhere it says what they would be. */
export function ServersPage() {
  const t = useTranslations('admin.servers');
  const { cloud } = useMe();
  if (cloud.name === 'pool') return <PoolOfServers />;
  return (
    <EmptyState icon={<ServerIcon />} title={t('elsewhere')}>
      {t('elsewhereSentence')}
    </EmptyState>
  );
}

/** Servers are enrolled with a code, given tags, taken out. */
function PoolOfServers() {
  const t = useTranslations('admin.servers');
  const toast = useToast();
  const [filters, change] = useUrlFilters(['q']);
  const servers = useServers(filters.q);
  const search = useCallback((q: string) => change({ q }), [change]);
  const [open, setOpen] = useState<Open>(null);
  const close = () => setOpen(null);
  const revoking = useRevokeEnrolmentCode();
  const enrol = (
    <Button variant="primary" onClick={() => setOpen({ what: 'enrol' })}>
      <Plus aria-hidden />
      {t('enrol')}
    </Button>
  );
  return (
    <AdminSection name="servers" title={t('title')} description={t('description')} actions={enrol}>
      <QueryResult of={servers}>
        {({ pages }) => {
          const shown = pages.flatMap((page) => page.servers);
          const { count, free, codes } = pages[0] ?? { count: 0, free: 0, codes: [] };
          return (
            <>
              <PoolsCard />
              {codes.length > 0 && (
                <CodeList
                  codes={codes}
                  pending={revoking.isPending}
                  onRevoke={(id) => onSuccess(revoking.mutateAsync(id), () => toast.success(t('codes.revoked')))}
                />
              )}
              {count === 0 && filters.q === '' ? (
                <EmptyState icon={<ServerIcon />} title={t('none')}>
                  {t('noneSentence')}
                </EmptyState>
              ) : (
                <>
                  <SearchLine
                    label={t('search')}
                    value={filters.q}
                    onChange={search}
                    found={t('found', { count, free })}
                  />
                  {count === 0 && <EmptyState icon={<Search />} title={t('noneFound')} />}
                  <ul className="flex flex-col gap-3 empty:hidden">
                    {shown.map((server) => (
                      <ServerCard
                        key={server.id}
                        server={server}
                        onChange={() => setOpen({ what: 'change', server })}
                        onRenew={() => setOpen({ what: 'renew', server })}
                        onRemove={() => setOpen({ what: 'remove', server })}
                      />
                    ))}
                  </ul>
                  <ShowMore of={servers} shown={shown.length} all={count} />
                </>
              )}
            </>
          );
        }}
      </QueryResult>
      {open?.what === 'enrol' && <EnrolServers onClose={close} />}
      {open?.what === 'renew' && <RenewServer server={open.server} onClose={close} />}
      {open?.what === 'change' && <ChangeServer server={open.server} onClose={close} />}
      {open?.what === 'remove' && <RemoveServer server={open.server} onClose={close} />}
    </AdminSection>
  );
}
