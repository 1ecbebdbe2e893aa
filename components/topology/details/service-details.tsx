'use client';
import { Network } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { useMe } from '@/components/shell/me-context';
import { useSizeWords } from '@/components/status/size-words';
import { StatusIcon } from '@/components/status/status-icon';
import { UnitStatusBadge } from '@/components/status/unit-status';
import { siteHref } from '@/lib/client/site-link';
import type { Service } from '@/lib/model/environment';
import { textAt } from '@/lib/model/installed';
import type { ServiceType } from '@/lib/model/service-type';
import type { Group, Picture } from '../picture';
import { useTopologyWords } from '../words';
import { FactRows } from './fact-rows';
import { Relations } from './host-details';
import { OpenSite } from './open-site';
import { listedNames, relationFacts, serviceFacts } from './service-facts';

/** As many machines are named. */
const NAMED = 12;

/** All about one service: how it is reached, what stands in front of its machines, how they are doing. */
export function ServiceDetails({
  picture,
  group,
  service,
  type,
  isPast,
  onSelect,
}: {
  picture: Picture;
  group: Group;
  service: Service | null;
  type: ServiceType | null;
  /** as it was: its page may be another one now */
  isPast: boolean;
  onSelect: (hostId: string) => void;
}) {
  const t = useTranslations('topology');
  const say = useTopologyWords();
  const size = useSizeWords();
  const { simulated } = useMe().cloud;
  const { node, shared, hosts } = group;
  const site = siteHref(textAt(service, 'uri'), simulated);
  const links = type?.facts.some((fact) => fact.kind === 'link' && fact.path === 'uri') ?? false;
  return (
    <div className="flex flex-col gap-6">
      <div className="flex flex-col gap-2">
        <UnitStatusBadge state={node.state} />
        <p className="text-ink-muted">{node.service?.elsewhere ? t('group.elsewhere') : say.machines(hosts)}</p>
        {!isPast && links && site && node.state === 'ready' && <OpenSite href={site} />}
      </div>
      <FactRows
        rows={[
          [t('details.kind'), node.subtitle],
          [t('details.draft'), say.change(node)],
          ...relationFacts(type, service),
          ...serviceFacts(type, service, size),
          ...listedNames(type, service),
        ]}
      />
      {shared.length > 0 && (
        <section aria-label={t('details.shared')}>
          <h3 className="mb-1.5 font-semibold">{t('details.shared')}</h3>
          <ul className="flex flex-col gap-1">
            {shared.map((part) => (
              <li key={part.id} className="flex items-center gap-2">
                <StatusIcon state={part.state} />
                <Network aria-hidden className="size-4 text-ink-muted" />
                <span className="flex-1">{part.title}</span>
                <span className="break-all text-ink-muted">{part.address ?? say.stateOf(part)}</span>
              </li>
            ))}
          </ul>
        </section>
      )}
      <Relations sentences={say.relations(picture, node.id)} />
      {hosts.length > 0 && hosts.length <= NAMED && (
        <section aria-label={t('details.machines')}>
          <h3 className="mb-1.5 font-semibold">{t('details.machines')}</h3>
          <ul className="flex flex-col gap-1">
            {hosts.map((host) => (
              <li key={host.id} className="flex items-center gap-2">
                <StatusIcon state={host.state} />
                <button
                  type="button"
                  onClick={() => onSelect(host.id)}
                  className="touch-target min-h-7 rounded-sm text-left text-accent-ink underline-offset-4 hover:underline"
                >
                  {host.title}
                </button>
                <span className="ml-auto text-ink-muted">{say.stateOf(host)}</span>
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}
