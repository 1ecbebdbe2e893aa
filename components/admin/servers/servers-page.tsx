'use client';
import { Plus, Search, Server as ServerIcon } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { type ComponentProps, useCallback, useState } from 'react';
import { useMe } from '@/components/shell/me-context';
import { QueryResult } from '@/components/status/query-result';
import { Button } from '@/components/ui/button';
import { Confirm } from '@/components/ui/confirm';
import { EmptyState } from '@/components/ui/empty-state';
import { onDemand } from '@/components/ui/on-demand';
import { ShowMore } from '@/components/ui/show-more';
import { useToast } from '@/components/ui/toast';
import { sentenceOf } from '@/lib/client/api-problem';
import { onSuccess } from '@/lib/client/on-success';
import {
  useChangeServer,
  useCreateEnrolmentCode,
  useRemoveServer,
  useRenewServerIdentity,
  useRevokeEnrolmentCode,
  useServers,
} from '@/lib/client/servers';
import type { Server } from '@/lib/model/servers';
import { AdminSection } from '../admin-section';
import { SearchLine } from '../search-line';
import { useUrlFilters } from '../use-url-filters';
import { CodeList } from './code-list';
import { ServerCard } from './server-card';

const EnrolDialog = onDemand<ComponentProps<typeof import('./enrol-dialog').EnrolDialog>>(
  async () => (await import('./enrol-dialog')).EnrolDialog,
);

const RenewDialog = onDemand<ComponentProps<typeof import('./renew-dialog').RenewDialog>>(
  async () => (await import('./renew-dialog')).RenewDialog,
);

const ServerDialog = onDemand<ComponentProps<typeof import('./server-dialog').ServerDialog>>(
  async () => (await import('./server-dialog')).ServerDialog,
);

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
  const creating = useCreateEnrolmentCode();
  const revoking = useRevokeEnrolmentCode();
  const changing = useChangeServer();
  const removing = useRemoveServer();
  const renewing = useRenewServerIdentity();
  const show = (next: Open) => {
    creating.reset();
    changing.reset();
    removing.reset();
    renewing.reset();
    setOpen(next);
  };
  const enrol = (
    <Button variant="primary" onClick={() => show({ what: 'enrol' })}>
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
                        onChange={() => show({ what: 'change', server })}
                        onRenew={() => show({ what: 'renew', server })}
                        onRemove={() => show({ what: 'remove', server })}
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
      {open?.what === 'enrol' && (
        <EnrolDialog
          made={creating.data ?? null}
          pending={creating.isPending}
          error={creating.error}
          onSubmit={(tags) => onSuccess(creating.mutateAsync({ tags }), () => undefined)}
          onClose={() => show(null)}
        />
      )}
      {open?.what === 'renew' && (
        <RenewDialog
          name={open.server.name}
          made={renewing.data ?? null}
          pending={renewing.isPending}
          error={renewing.error}
          onSubmit={() => onSuccess(renewing.mutateAsync(open.server.id), () => undefined)}
          onClose={() => show(null)}
        />
      )}
      {open?.what === 'change' && (
        <ServerDialog
          server={open.server}
          pending={changing.isPending}
          error={changing.error}
          onSubmit={(input) =>
            onSuccess(changing.mutateAsync({ serverId: open.server.id, ...input }), ({ name }) => {
              setOpen(null);
              toast.success(t('saved', { name }));
            })
          }
          onClose={() => show(null)}
        />
      )}
      {open?.what === 'remove' && (
        <Confirm
          open
          onOpenChange={() => show(null)}
          title={t('removeTitle', { name: open.server.name })}
          confirmLabel={t('remove')}
          pending={removing.isPending}
          error={sentenceOf(removing.error)}
          onConfirm={() =>
            onSuccess(removing.mutateAsync(open.server), () => {
              setOpen(null);
              toast.success(t('removed', { name: open.server.name }));
            })
          }
        >
          <p>
            {open.server.machine
              ? t('removeTakenSentence', { host: open.server.machine.host, tenant: open.server.machine.tenant })
              : t('removeSentence')}
          </p>
        </Confirm>
      )}
    </AdminSection>
  );
}
