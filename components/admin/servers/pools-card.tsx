'use client';
import { Ellipsis, Pencil, Plus, Trash2 } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { Confirm } from '@/components/ui/confirm';
import { IconButton } from '@/components/ui/icon-button';
import { Menu, MenuItem, MenuSeparator } from '@/components/ui/menu';
import { useToast } from '@/components/ui/toast';
import { sentenceOf } from '@/lib/client/api-problem';
import { onSuccess } from '@/lib/client/on-success';
import { useRemoveServerPool, useSaveServerPool, useServerPools } from '@/lib/client/server-pools';
import { SYSTEM_ACCOUNT_ONLY } from '@/lib/model/server-systems';
import type { ServerPoolView } from '@/lib/model/servers';
import { PoolDialog } from './pool-dialog';

type Open = { what: 'create' } | { what: 'change' | 'remove'; pool: ServerPoolView } | null;

/** The pools that servers are in: who may use each, and how many of its servers are free. */
export function PoolsCard() {
  const t = useTranslations('admin.servers.pools');
  const [open, setOpen] = useState<Open>(null);
  const close = () => setOpen(null);
  const pools = useServerPools().data?.pools;
  if (!pools) return null;
  return (
    <Card className="flex flex-col gap-3 p-4 sm:px-5">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <div className="min-w-0 flex-1 basis-60">
          <h3 className="font-semibold text-[15px]">{t('title')}</h3>
          <p className="mt-0.5 max-w-prose text-ink-muted">{t('description')}</p>
        </div>
        <Button onClick={() => setOpen({ what: 'create' })}>
          <Plus aria-hidden />
          {t('add')}
        </Button>
      </div>
      <ul aria-label={t('title')} className="flex flex-col divide-y divide-line">
        {pools.map((pool) => (
          <PoolLine
            key={pool.id}
            pool={pool}
            onChange={() => setOpen({ what: 'change', pool })}
            onRemove={() => setOpen({ what: 'remove', pool })}
          />
        ))}
      </ul>
      {open?.what === 'create' && <SavePool pool={null} onClose={close} />}
      {open?.what === 'change' && <SavePool pool={open.pool} onClose={close} />}
      {open?.what === 'remove' && <RemovePool pool={open.pool} onClose={close} />}
    </Card>
  );
}

function PoolLine({ pool, onChange, onRemove }: { pool: ServerPoolView; onChange: () => void; onRemove: () => void }) {
  const t = useTranslations('admin.servers.pools');
  const names = pool.tenants.map(({ name }) => name).join(', ');
  const use = pool.open_to_all ? t('openToAll') : names === '' ? t('openToNobody') : t('openTo', { tenants: names });
  const isRootAllowed = pool.system_accounts.includes('linux');
  const isSystemAllowed = SYSTEM_ACCOUNT_ONLY.every((one) => pool.system_accounts.includes(one));
  return (
    <li className="flex items-start gap-3 py-2.5 first:pt-0 last:pb-0">
      <div className="min-w-0 flex-1">
        <div className="flex flex-wrap items-center gap-2">
          <span className="break-words font-medium">{pool.name}</span>
          {pool.is_default && <Badge>{t('default')}</Badge>}
          {isRootAllowed && <Badge tone="attention">{t('rootAllowed')}</Badge>}
          {!isSystemAllowed && <Badge>{t('systemRefused')}</Badge>}
        </div>
        <p className="mt-0.5 break-words text-ink-muted">
          {use} {t('counts', { servers: pool.servers, free: pool.free })}
        </p>
      </div>
      <Menu
        trigger={
          <IconButton label={t('more', { name: pool.name })}>
            <Ellipsis aria-hidden />
          </IconButton>
        }
      >
        <MenuItem icon={<Pencil aria-hidden />} onSelect={onChange}>
          {t('change')}
        </MenuItem>
        {!pool.is_default && (
          <>
            <MenuSeparator />
            <MenuItem danger icon={<Trash2 aria-hidden />} onSelect={onRemove}>
              {t('remove')}
            </MenuItem>
          </>
        )}
      </Menu>
    </li>
  );
}

function SavePool({ pool, onClose }: { pool: ServerPoolView | null; onClose: () => void }) {
  const t = useTranslations('admin.servers.pools');
  const toast = useToast();
  const saving = useSaveServerPool();
  return (
    <PoolDialog
      pool={pool}
      pending={saving.isPending}
      error={saving.error}
      onSubmit={(input) =>
        onSuccess(saving.mutateAsync({ id: pool?.id ?? null, ...input }), ({ name }) => {
          onClose();
          toast.success(t('saved', { name }));
        })
      }
      onClose={onClose}
    />
  );
}

function RemovePool({ pool, onClose }: { pool: ServerPoolView; onClose: () => void }) {
  const t = useTranslations('admin.servers.pools');
  const toast = useToast();
  const removing = useRemoveServerPool();
  return (
    <Confirm
      open
      onOpenChange={onClose}
      title={t('removeTitle', { name: pool.name })}
      confirmLabel={t('remove')}
      pending={removing.isPending}
      error={sentenceOf(removing.error)}
      onConfirm={() =>
        onSuccess(removing.mutateAsync(pool.id), () => {
          onClose();
          toast.success(t('removed', { name: pool.name }));
        })
      }
    >
      <p>{t('removeSentence')}</p>
    </Confirm>
  );
}
