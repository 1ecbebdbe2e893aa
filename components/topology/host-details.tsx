'use client';
import { Globe } from 'lucide-react';
import { ServiceLogo } from '@/components/shell/service-logo';
import { StatusIcon } from '@/components/status/status-icon';
import { UnitStatusBadge } from '@/components/status/unit-status';
import { buttonClasses } from '@/components/ui/button-classes';
import { Link } from '@/components/ui/link';
import { RelativeTime } from '@/components/ui/relative-time';
import { siteHref } from '@/lib/client/site-link';
import type { Service } from '@/lib/model/environment';
import type { VetroEvent } from '@/lib/model/event';
import { valueAt } from '@/lib/model/installed';
import type { ServiceType } from '@/lib/model/service-type';
import type { Topology, TopologyNode } from '@/lib/model/topology/graph';
import { UNIT_STATE_SENTENCES, UNIT_STATE_WORDS } from '@/lib/model/unit-state';
import { CHANGE_WORDS, relationsOf } from './words';

const PHASES = {
  booting: 'starting',
  ready: 'running',
  rebooting: 'restarting',
  stopped: 'stopped',
  failed: 'failed',
} as const;

/** How many of the newest events about a machine its details show. */
const RECENT = 8;

export interface HostDetailsProps {
  topology: Topology;
  host: TopologyNode;
  service: Service | null;
  type: ServiceType | null;
  events: readonly VetroEvent[];
  environmentId: string;
}

/** All about one machine. */
export function HostDetails({ topology, host, service, type, events, environmentId }: HostDetailsProps) {
  const { host: facts } = host;
  const parts = topology.nodes.filter((part) => part.unitId === host.unitId && part.kind !== 'host');
  const relations = relationsOf(topology, host.id);
  const parent = topology.nodes.find((node) => node.id === host.parentId);
  const recent = events
    .filter((event) => event.entityId === host.unitId && event.text !== '' && event.level !== 'debug')
    .slice(-RECENT)
    .reverse();
  const deploymentId = recent.find((event) => event.deploymentId !== null)?.deploymentId;
  const rows: [string, string | null][] = [
    ['Host name', facts?.hostName ?? 'given when it is created'],
    ['Unit', facts?.unitName ?? null],
    ['Address', facts?.address ?? null],
    ['Domain', facts?.domain ?? (facts?.joining ? `will join ${facts.joining}` : 'not in a domain')],
    ['Machine', facts?.phase ? PHASES[facts.phase] : null],
    ['Draft', host.change ? CHANGE_WORDS[host.change] : null],
    ...serviceFacts(type, service),
  ];
  return (
    <div className="flex flex-col gap-6">
      <div className="flex flex-col gap-2">
        <div className="flex items-center gap-2">
          <UnitStatusBadge state={host.state} />
          <span className="inline-flex min-w-0 items-center gap-1.5 text-ink-muted">
            <ServiceLogo type={host.serviceType ?? ''} className="size-4" />
            <span className="truncate">{parent?.title}</span>
          </span>
        </div>
        <p className="break-words text-ink-muted">
          {host.state === 'ready'
            ? UNIT_STATE_SENTENCES.ready
            : (facts?.sentence?.text ?? UNIT_STATE_SENTENCES[host.state])}
        </p>
        {facts?.uri && host.state === 'ready' && (
          <a
            href={siteHref(facts.uri)}
            target="_blank"
            rel="noreferrer"
            className={buttonClasses('primary', 'md', 'self-start')}
          >
            <Globe aria-hidden />
            Open the site
            <span className="sr-only"> (opens in a new tab)</span>
          </a>
        )}
      </div>
      <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1.5">
        {rows.flatMap(([label, value]) =>
          value === null
            ? []
            : [
                <dt key={`${label}-label`} className="text-ink-muted">
                  {label}
                </dt>,
                <dd key={label} className="min-w-0 break-words">
                  {value}
                </dd>,
              ],
        )}
      </dl>
      {parts.length > 0 && (
        <section aria-label="What it carries">
          <h3 className="mb-1.5 font-semibold">Roles and applications</h3>
          <ul className="flex flex-col gap-1">
            {parts.map((part) => (
              <li key={part.id} className="flex items-center gap-2">
                <StatusIcon state={part.state} />
                <span className="flex-1">{part.title}</span>
                <span className="text-ink-muted">{UNIT_STATE_WORDS[part.state]}</span>
              </li>
            ))}
          </ul>
        </section>
      )}
      {relations.length > 0 && (
        <section aria-label="Relations">
          <h3 className="mb-1.5 font-semibold">Relations</h3>
          <ul className="flex flex-col gap-1">
            {relations.map((relation) => (
              <li key={relation} className="first-letter:uppercase">
                {relation}
              </li>
            ))}
          </ul>
        </section>
      )}
      <section aria-label="Recent reports">
        <h3 className="mb-1.5 font-semibold">Recent reports</h3>
        {recent.length === 0 ? (
          <p className="text-ink-muted">Nothing has been reported about this machine yet.</p>
        ) : (
          <ol className="flex flex-col gap-2">
            {recent.map((event) => (
              <li key={event.seq} className="flex flex-col">
                <span className={event.level === 'error' ? 'break-words text-failed-text' : 'break-words'}>
                  {event.text}
                </span>
                <RelativeTime at={event.at} className="text-ink-muted text-xs" />
              </li>
            ))}
          </ol>
        )}
        {deploymentId && (
          <p className="mt-3">
            <Link href={`/environments/${environmentId}/deployments/${deploymentId}?unit=${host.unitId}`}>
              Show the whole log of this machine
            </Link>
          </p>
        )}
      </section>
    </div>
  );
}

/** The facts a package wants shown, where they are set; addresses of sites have their own button. */
function serviceFacts(type: ServiceType | null, service: Service | null): [string, string | null][] {
  if (!type || !service) return [];
  return type.facts
    .filter((fact) => fact.kind !== 'link' && fact.path !== type.joinsDomain && fact.path !== type.providesDomain)
    .map((fact) => {
      const value = valueAt(service, fact.path);
      return [fact.label, typeof value === 'string' || typeof value === 'number' ? String(value) : null];
    });
}
