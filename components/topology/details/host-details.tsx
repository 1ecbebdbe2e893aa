'use client';
import { useTranslations } from 'next-intl';
import { useMe } from '@/components/shell/me-context';
import { ServiceLogo } from '@/components/shell/service-logo';
import { WorkflowButton } from '@/components/shell/workflows/workflow-button';
import { useBrokenWords } from '@/components/status/broken-words';
import { DriftWords, differencesOn } from '@/components/status/drift-words';
import { StatusIcon } from '@/components/status/status-icon';
import { TermHint } from '@/components/status/term-hint';
import { UnitStatusBadge } from '@/components/status/unit-status';
import { cn } from '@/components/ui/class-names';
import { Link } from '@/components/ui/link';
import { siteHref } from '@/lib/client/site-link';
import type { Service } from '@/lib/model/environment';
import type { ServiceType } from '@/lib/model/service-type';
import type { TopologyNode } from '@/lib/model/topology/graph';
import type { Picture } from '../picture';
import { useTopologyWords } from '../words';
import { HostFacts } from './host-facts';
import { OpenSite } from './open-site';
import { RecentReports } from './recent-reports';

export interface HostDetailsProps {
  environmentId: string;
  picture: Picture;
  host: TopologyNode;
  service: Service | null;
  type: ServiceType | null;
  /** as it was: nothing can be done with it, and what is known now is none of it */
  isPast: boolean;
}

/** All about one machine. */
export function HostDetails({ environmentId, picture, host, service, type, isPast }: HostDetailsProps) {
  const t = useTranslations('topology');
  const say = useTopologyWords();
  const { cloud, system_admin: administrates } = useMe();
  const site = host.state === 'ready' && !isPast ? siteHref(host.host?.uri, cloud.simulated) : null;
  const broken = useBrokenWords()(host);
  const parts = picture.parts.get(host.id) ?? [];
  const relations = say.relations(picture, host.id);
  const parent = picture.byId.get(host.parentId ?? '');
  const said = broken ?? say.situation(host);
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
        <p className={cn('break-words', broken === null ? 'text-ink-muted' : 'text-failed-text')}>{said}</p>
        {!isPast && broken !== null && host.unitId !== null && (
          <WorkflowButton workflow="heal" subject={{ environmentId, name: host.title, unitIds: [host.unitId] }} />
        )}
        <DriftWords host={host} />
        {!isPast && broken === null && host.unitId !== null && differencesOn(host).length > 0 && (
          <WorkflowButton workflow="update" subject={{ environmentId, name: host.title, unitIds: [host.unitId] }} />
        )}
        {site && <OpenSite href={site} />}
      </div>
      <HostFacts host={host} service={service} type={type} />
      <Carried parts={parts} />
      <Relations sentences={relations} />
      {!isPast && <RecentReports environmentId={environmentId} unitId={host.unitId} />}
      {!isPast && cloud.simulated && administrates && (
        <p>
          <Link href={`/admin/faults?environment=${environmentId}&machine=${encodeURIComponent(host.title)}`}>
            {t('details.makeFail')}
          </Link>
        </p>
      )}
    </div>
  );
}

/** The roles and applications of a machine, and how they are doing. */
function Carried({ parts }: { parts: readonly TopologyNode[] }) {
  const t = useTranslations('topology.details');
  const say = useTopologyWords();
  if (parts.length === 0) return null;
  return (
    <section aria-label={t('carries')}>
      <h3 className="mb-1.5 font-semibold">{t('carries')}</h3>
      <ul className="flex flex-col gap-1">
        {parts.map((part) => (
          <li key={part.id} className="flex items-center gap-2">
            <StatusIcon state={part.state} />
            <span className="flex-1">{part.title}</span>
            <span className="text-ink-muted">{say.stateOf(part)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** How a part relates to others. */
export function Relations({ sentences }: { sentences: readonly string[] }) {
  const t = useTranslations('topology.details');
  if (sentences.length === 0) return null;
  return (
    <section aria-label={t('relations')}>
      <h3 className="mb-1.5 font-semibold">{t('relations')}</h3>
      <ul className="flex flex-col gap-1">
        {sentences.map((sentence) => (
          <li key={sentence}>
            {sentence} <TermHint of={sentence} />
          </li>
        ))}
      </ul>
    </section>
  );
}
