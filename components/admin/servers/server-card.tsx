'use client';
import { CircleCheck, Ellipsis, KeyRound, Pencil, Recycle, ShieldAlert, Trash2, Unplug } from 'lucide-react';
import { useFormatter, useTranslations } from 'next-intl';
import { Badge } from '@/components/ui/badge';
import { Facts } from '@/components/ui/facts';
import { IconButton } from '@/components/ui/icon-button';
import { Menu, MenuItem, MenuSeparator } from '@/components/ui/menu';
import { Notice } from '@/components/ui/notice';
import { RelativeTime } from '@/components/ui/relative-time';
import type { Server } from '@/lib/model/servers';
import { EntryCard } from '../entry-card';

const LOOK = {
  free: { tone: 'ready', icon: <CircleCheck aria-hidden /> },
  taken: { tone: 'accent', icon: null },
  cleaning: { tone: 'waiting', icon: <Recycle aria-hidden /> },
  silent: { tone: 'failed', icon: <Unplug aria-hidden /> },
  contested: { tone: 'failed', icon: <ShieldAlert aria-hidden /> },
} as const;

/** One server: whether it is free, what it is, and when it was last heard of. */
export function ServerCard({
  server,
  onChange,
  onRenew,
  onRemove,
}: {
  server: Server;
  onChange: () => void;
  onRenew: () => void;
  onRemove: () => void;
}) {
  const t = useTranslations('admin.servers');
  const format = useFormatter();
  const second = server.second_agent;
  // its agent gets no work, whatever it was heard to do last
  const state = second?.contested ? 'contested' : server.state;
  const { tone, icon } = LOOK[state];
  const gigabytes = format.number(server.memory_mb / 1024, { maximumFractionDigits: 0 });
  return (
    <EntryCard
      title={server.name}
      badges={
        <>
          <Badge tone={tone} icon={icon}>
            {t(`state.${state}`)}
          </Badge>
          {server.tags.map((tag) => (
            <Badge key={tag}>{tag}</Badge>
          ))}
        </>
      }
      sentence={
        server.machine
          ? t('machine', { host: server.machine.host, tenant: server.machine.tenant })
          : t(`sentence.${state}`)
      }
      menu={
        <Menu
          trigger={
            <IconButton label={t('more', { name: server.name })}>
              <Ellipsis aria-hidden />
            </IconButton>
          }
        >
          <MenuItem icon={<Pencil aria-hidden />} onSelect={onChange}>
            {t('change')}
          </MenuItem>
          <MenuItem icon={<KeyRound aria-hidden />} onSelect={onRenew}>
            {t('renew')}
          </MenuItem>
          <MenuSeparator />
          <MenuItem danger icon={<Trash2 aria-hidden />} onSelect={onRemove}>
            {t('remove')}
          </MenuItem>
        </Menu>
      }
    >
      {second && (
        <Notice tone={second.contested ? 'failed' : 'attention'}>
          {t(second.contested ? 'contested' : 'secondAgent', {
            time: format.dateTime(new Date(second.seen), { timeStyle: 'short', dateStyle: 'short' }),
          })}
        </Notice>
      )}
      <Facts
        className="sm:grid-cols-2 lg:grid-cols-3"
        items={[
          ...(server.pool ? [{ label: t('fact.pool'), value: server.pool.name }] : []),
          { label: t('fact.system'), value: server.system_title },
          {
            label: t('fact.size'),
            value: t('size', { cores: server.cores, memory: gigabytes, disk: format.number(server.disk_gb) }),
          },
          { label: t('fact.addresses'), value: <span className="break-all">{server.addresses.join(', ')}</span> },
          { label: t('fact.seen'), value: <RelativeTime at={server.last_seen} /> },
          {
            label: t('fact.agent'),
            value: t(`program.${server.agent_program}`, { version: server.agent_version }),
          },
        ]}
      />
    </EntryCard>
  );
}
