'use client';
import { ExternalLink as LinkIcon } from 'lucide-react';
import { ServiceLogo } from '@/components/shell/service-logo';
import { StatusIcon } from '@/components/status/status-icon';
import { UnitStatusBadge } from '@/components/status/unit-status';
import { Badge } from '@/components/ui/badge';
import { cn } from '@/components/ui/class-names';
import { ExternalLink } from '@/components/ui/link';
import { siteHref } from '@/lib/client/site-link';
import type { Topology, TopologyNode } from '@/lib/model/topology/graph';
import { UNIT_STATE_WORDS } from '@/lib/model/unit-state';
import { CHANGE_WORDS, hostLine, relationsOf } from './words';

/** The same as the canvas in words: for the keyboard, for screen readers, and for narrow screens. */
export function ListTwin({
  topology,
  found,
  selectedId,
  onSelect,
}: {
  topology: Topology;
  found: ReadonlySet<string> | null;
  selectedId: string | null;
  onSelect: (hostId: string) => void;
}) {
  const services = topology.nodes.filter((node) => node.kind === 'service');
  return (
    <ul aria-label="Services and their machines" className="flex flex-col gap-3">
      {services.map((service) => {
        const hosts = topology.nodes.filter((node) => node.parentId === service.id && (!found || found.has(node.id)));
        if (found && hosts.length === 0) return null;
        return (
          <li key={service.id} className="overflow-hidden rounded-xl border bg-surface">
            <div className="flex flex-wrap items-center gap-x-3 gap-y-1 border-b bg-sunken/60 px-4 py-2.5">
              <ServiceLogo type={service.serviceType ?? ''} className="size-5" />
              <h2 className={cn('min-w-0 break-words font-semibold', service.change === 'removed' && 'line-through')}>
                {service.title}
              </h2>
              <span className="text-ink-muted">{service.subtitle}</span>
              <ChangeBadge node={service} />
              <span className="ml-auto">
                <UnitStatusBadge state={service.state} />
              </span>
            </div>
            <ul aria-label={`Machines of ${service.title}`} className="divide-y divide-line">
              {hosts.map((host) => (
                <HostRow
                  key={host.id}
                  topology={topology}
                  host={host}
                  selected={host.id === selectedId}
                  onSelect={onSelect}
                />
              ))}
            </ul>
          </li>
        );
      })}
    </ul>
  );
}

function HostRow({
  topology,
  host,
  selected,
  onSelect,
}: {
  topology: Topology;
  host: TopologyNode;
  selected: boolean;
  onSelect: (hostId: string) => void;
}) {
  const parts = topology.nodes.filter((part) => part.unitId === host.unitId && part.kind !== 'host');
  const relations = relationsOf(topology, host.id);
  const site = host.host?.uri && host.state === 'ready' ? siteHref(host.host.uri) : null;
  return (
    <li className={cn('flex flex-col gap-2 px-4 py-3', selected && 'bg-accent-soft')}>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <button
          type="button"
          aria-pressed={selected}
          onClick={() => onSelect(host.id)}
          className={cn(
            'touch-target min-h-8 rounded-sm text-left font-semibold text-[15px] text-accent-ink underline-offset-4 hover:underline',
            host.change === 'removed' && 'line-through',
          )}
        >
          {host.title}
          <span className="sr-only">: show details</span>
        </button>
        <ChangeBadge node={host} />
        <span className="ml-auto inline-flex items-center gap-1.5">
          <StatusIcon state={host.state} />
          {UNIT_STATE_WORDS[host.state]}
        </span>
      </div>
      <p className="break-words text-ink-muted">{hostLine(host)}</p>
      {parts.length > 0 && (
        <ul aria-label={`On ${host.title}`} className="flex flex-wrap gap-x-4 gap-y-1">
          {parts.map((part) => (
            <li key={part.id} className="inline-flex items-center gap-1.5">
              <StatusIcon state={part.state} className="size-3.5" />
              {part.title}
              <span className="sr-only">: {UNIT_STATE_WORDS[part.state]}</span>
            </li>
          ))}
        </ul>
      )}
      {relations.length > 0 && <p className="text-[13px] text-ink-muted">{sentence(relations)}</p>}
      {site && (
        <p className="inline-flex items-center gap-1.5">
          <LinkIcon aria-hidden className="size-4 text-ink-muted" />
          <ExternalLink href={site}>Open the site</ExternalLink>
        </p>
      )}
    </li>
  );
}

function ChangeBadge({ node }: { node: TopologyNode }) {
  return node.change ? <Badge tone="draft">{CHANGE_WORDS[node.change]}</Badge> : null;
}

function sentence(parts: string[]): string {
  const text = parts.join(', ');
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}
