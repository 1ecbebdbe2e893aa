'use client';
import { Info, ExternalLink as LinkIcon, Network, Plus } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { memo, useEffect, useRef } from 'react';
import { useMe } from '@/components/shell/me-context';
import { ServiceLogo } from '@/components/shell/service-logo';
import { StatusIcon } from '@/components/status/status-icon';
import { UnitStatusBadge } from '@/components/status/unit-status';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { Checkbox } from '@/components/ui/checkbox';
import { cn } from '@/components/ui/class-names';
import type { Cover } from '@/components/ui/drawer-panel';
import { IconButton } from '@/components/ui/icon-button';
import { ExternalLink } from '@/components/ui/link';
import { NextLink } from '@/components/ui/next-link';
import { siteHref } from '@/lib/client/site-link';
import type { TopologyNode } from '@/lib/model/topology/graph';
import type { Adding } from './adding/open-places';
import { Highlighted } from './highlighted';
import type { Group, Picture } from './picture';
import { PolicySentences } from './policy-marks';
import { scrollClear } from './reveal';
import type { SelectedParts } from './selection/use-selected-parts';
import { StateCounts } from './state-counts';
import { useTopologyWords } from './words';

export interface ListAlternativeProps {
  picture: Picture;
  found: ReadonlySet<string> | null;
  /** what was typed, to be marked */
  words: readonly string[];
  collapsed: ReadonlySet<string>;
  currentId: string | null;
  selectedId: string | null;
  cover: Cover | null;
  /** where services can be added; null where none can be */
  adding: Adding | null;
  /** what is selected together; null where nothing can be */
  several: SelectedParts | null;
  onSelect: (id: string) => void;
  onCollapse: (groupId: string, collapsed: boolean) => void;
}

/** The same as the canvas in words: for the keyboard, for screen readers, and for narrow screens. */
export function ListAlternative(props: ListAlternativeProps) {
  const t = useTranslations('topology.list');
  const { picture, found, currentId, selectedId, cover, adding } = props;
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => {
    if (currentId === null) return;
    list.current?.querySelector(`[data-part="${CSS.escape(currentId)}"]`)?.scrollIntoView({ block: 'center' });
  }, [currentId]);
  useEffect(() => {
    const part = selectedId && list.current?.querySelector(`[data-part="${CSS.escape(selectedId)}"]`);
    if (part && cover) scrollClear(part, cover);
  }, [selectedId, cover]);
  return (
    <>
      <ul ref={list} aria-label={t('label')} className="flex flex-col gap-3">
        {picture.groups.map((group) => {
          const hosts = found ? group.hosts.filter((host) => found.has(host.id)) : group.hosts;
          if (found && hosts.length === 0 && !found.has(group.node.id)) return null;
          return <GroupItem key={group.node.id} {...props} group={group} hosts={hosts} />;
        })}
      </ul>
      {adding && found === null && <Places picture={picture} adding={adding} />}
    </>
  );
}

/** Where something can be added, as the canvas shows it. */
function Places({ picture, adding }: { picture: Picture; adding: Adding }) {
  const t = useTranslations('topology.adding');
  const ways = [
    ...adding.places.map(({ id, href, label }) => ({ id, href, words: t('here', { what: label }) })),
    ...picture.boundaries.map((boundary) => ({
      ...{ id: boundary.id, href: adding.inside(boundary), words: t('inside', { name: boundary.name }) },
    })),
    { id: 'anywhere', href: adding.anywhere, words: t('anywhere') },
  ];
  return (
    <ul aria-label={t('label')} className="flex flex-col gap-2">
      {ways.map(({ id, href, words }) => (
        <li key={id}>
          <NextLink
            href={href}
            className="flex min-h-11 items-center gap-2.5 rounded-xl border-2 border-line-strong/60 border-dashed px-4 py-2 text-ink-muted hover:border-accent-line hover:bg-hover hover:text-accent-ink"
          >
            <Plus aria-hidden className="size-4 shrink-0" />
            {words}
          </NextLink>
        </li>
      ))}
    </ul>
  );
}

function GroupItem({
  group,
  hosts,
  ...props
}: ListAlternativeProps & { group: Group; hosts: readonly TopologyNode[] }) {
  const t = useTranslations('topology');
  const { picture, found, collapsed, currentId, selectedId, words, several, onSelect, onCollapse } = props;
  const { node, shared } = group;
  const closed = collapsed.has(node.id) && found === null;
  return (
    <li
      data-part={node.id}
      className="overflow-hidden rounded-xl border bg-surface [contain-intrinsic-size:auto_24rem] [content-visibility:auto]"
    >
      <div
        className={cn(
          'flex flex-wrap items-center gap-x-3 gap-y-1 border-b bg-sunken/60 px-4 py-2.5',
          (currentId === node.id || several?.ids.has(node.id)) && 'bg-accent-soft',
        )}
      >
        {several && <SelectPart part={node} marked={several.ids.has(node.id)} onToggle={several.toggle} />}
        <ServiceLogo type={node.serviceType ?? ''} className="size-5" />
        <h2 className={cn('min-w-0 break-words font-semibold', node.change === 'removed' && 'line-through')}>
          <Highlighted text={node.title} words={words} />
        </h2>
        {node.title !== node.subtitle && <span className="text-ink-muted">{node.subtitle}</span>}
        <ChangeBadge node={node} />
        <span className="ml-auto inline-flex items-center gap-2">
          <UnitStatusBadge state={node.state} />
          <IconButton label={t('group.details', { title: node.title })} size="sm" onClick={() => onSelect(node.id)}>
            <Info aria-hidden />
          </IconButton>
        </span>
      </div>
      <PolicySentences nodeId={node.id} className="border-b px-4 py-2" />
      <GroupFacts group={group} />
      {shared.length > 0 && (
        <ul aria-label={t('details.shared')} className="flex flex-col gap-1 border-b px-4 py-2">
          {shared.map((part) => (
            <li key={part.id} className="flex flex-wrap items-center gap-2">
              <StatusIcon state={part.state} className="size-3.5" />
              <Network aria-hidden className="size-4 text-ink-muted" />
              {part.title}
              {part.address && <span className="font-mono text-[13px] text-ink-muted">{part.address}</span>}
            </li>
          ))}
        </ul>
      )}
      {closed ? (
        <div className="flex flex-wrap items-center gap-4 px-4 py-3">
          <Button size="sm" onClick={() => onCollapse(node.id, false)}>
            {t('list.expand', { count: hosts.length })}
          </Button>
          <StateCounts counts={group.counts} />
        </div>
      ) : (
        hosts.length > 0 && (
          <ul aria-label={t('list.machinesOf', { title: node.title })} className="divide-y divide-line">
            {hosts.map((host) => (
              <HostRow
                key={host.id}
                picture={picture}
                host={host}
                words={words}
                selected={host.id === selectedId}
                current={host.id === currentId}
                marked={several?.ids.has(host.id) ?? false}
                onToggle={several?.toggle ?? null}
                onSelect={onSelect}
              />
            ))}
          </ul>
        )
      )}
    </li>
  );
}

function GroupFacts({ group: { node } }: { group: Group }) {
  const t = useTranslations('topology.group');
  const { service } = node;
  if (!service || (!service.elsewhere && service.addresses.length === 0)) return null;
  return (
    <p className="flex flex-wrap gap-x-4 border-b px-4 py-2 text-ink-muted last:border-b-0">
      {service.elsewhere && <span>{t('elsewhere')}</span>}
      {service.addresses.map((address) => (
        <span key={address.label} className="break-all">
          {t('address', address)}
        </span>
      ))}
    </p>
  );
}

const HostRow = memo(function HostRow({
  picture,
  host,
  words,
  selected,
  current,
  marked,
  onToggle,
  onSelect,
}: {
  picture: Picture;
  host: TopologyNode;
  words: readonly string[];
  selected: boolean;
  current: boolean;
  /** selected with others */
  marked: boolean;
  /** null where nothing is selected together */
  onToggle: ((id: string) => void) | null;
  onSelect: (hostId: string) => void;
}) {
  const t = useTranslations('topology');
  const say = useTopologyWords();
  const { simulated } = useMe().cloud;
  const parts = picture.parts.get(host.id) ?? [];
  const relations = say.relations(picture, host.id);
  const site = host.state === 'ready' ? siteHref(host.host?.uri, simulated) : null;
  return (
    <li
      data-part={host.id}
      className={cn(
        'flex flex-col gap-2 px-4 py-3',
        (selected || marked) && 'bg-accent-soft',
        current && 'shadow-[inset_3px_0_0_0_var(--status-attention-solid)]',
      )}
    >
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        {onToggle && <SelectPart part={host} marked={marked} onToggle={onToggle} />}
        <button
          type="button"
          aria-pressed={selected}
          aria-label={t('host.showDetails', { title: host.title })}
          onClick={() => onSelect(host.id)}
          className={cn(
            'touch-target min-h-8 rounded-sm text-left font-semibold text-[15px] text-accent-ink underline-offset-4 hover:underline',
            host.change === 'removed' && 'line-through',
          )}
        >
          <Highlighted text={host.title} words={words} />
        </button>
        <ChangeBadge node={host} />
        <span className="ml-auto inline-flex items-center gap-1.5">
          <StatusIcon state={host.state} />
          {say.stateOf(host)}
        </span>
      </div>
      <p className="break-words text-ink-muted">{say.line(host)}</p>
      <PolicySentences nodeId={host.id} />
      {parts.length > 0 && (
        <ul aria-label={t('list.on', { title: host.title })} className="flex flex-wrap gap-x-4 gap-y-1">
          {parts.map((part) => (
            <li key={part.id} className="inline-flex items-center gap-1.5">
              <StatusIcon state={part.state} className="size-3.5" />
              <Highlighted text={part.title} words={words} />
              <span className="sr-only">: {say.stateOf(part)}</span>
            </li>
          ))}
        </ul>
      )}
      {relations.length > 0 && (
        <ul className="text-[13px] text-ink-muted">
          {relations.map((relation) => (
            <li key={relation}>{relation}</li>
          ))}
        </ul>
      )}
      {site && (
        <p className="inline-flex items-center gap-1.5">
          <LinkIcon aria-hidden className="size-4 text-ink-muted" />
          <ExternalLink href={site}>{t('list.openSite')}</ExternalLink>
        </p>
      )}
    </li>
  );
});

function SelectPart({
  part: { id, title },
  marked,
  onToggle,
}: {
  part: TopologyNode;
  marked: boolean;
  onToggle: (id: string) => void;
}) {
  const t = useTranslations('topology.selection');
  return (
    <Checkbox
      checked={marked}
      onCheckedChange={() => onToggle(id)}
      label={<span className="sr-only">{t('select', { title })}</span>}
    />
  );
}

function ChangeBadge({ node }: { node: TopologyNode }) {
  const { change } = useTopologyWords();
  return node.change ? <Badge tone="draft">{change(node)}</Badge> : null;
}
