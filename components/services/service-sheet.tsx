'use client';
import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { type ComponentProps, type ReactNode, useState } from 'react';
import { useEditReason } from '@/components/shell/edit-reason';
import { useRoleReason } from '@/components/shell/me-context';
import { ServiceLogo } from '@/components/shell/service-logo';
import { useBrokenWords } from '@/components/status/broken-words';
import { UnitStatusBadge } from '@/components/status/unit-status';
import { Breadcrumbs } from '@/components/ui/breadcrumbs';
import { Button } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';
import { LinkButton } from '@/components/ui/link';
import { onDemand } from '@/components/ui/on-demand';
import { Skeleton } from '@/components/ui/skeleton';
import { type EnvironmentPicture, modelOf } from '@/lib/client/topology';
import { isWholeObject } from '@/lib/model/object-entry';
import { suspendedHosts } from '@/lib/model/operations/suspended-hosts';
import type { ServiceType } from '@/lib/model/service-type';
import type { TopologyNode } from '@/lib/model/topology/graph';
import type { ServiceView } from '@/lib/model/views';
import { ChangeBadge } from './change-badge';
import { ConnectionCard } from './connection-card';
import { CredentialsCard } from './credentials-card';
import { LogCard } from './log-card';
import { NewerPackage } from './newer-package';
import { relatedServices } from './related';
import { RelatedCard } from './related-card';
import { servicesIn } from './service-list';
import { ServiceSkeleton } from './service-skeleton';
import { SettingsCard } from './settings-card';
import { UnitsCard } from './units-card';

const ServiceBar = onDemand<ComponentProps<typeof import('./service-bar').ServiceBar>>(
  async () => (await import('./service-bar')).ServiceBar,
  <Skeleton className="h-16 w-full rounded-xl" />,
);

const RemoveService = onDemand<ComponentProps<typeof import('./remove-service').RemoveService>>(
  async () => (await import('./remove-service')).RemoveService,
);

/** Everything on the page of one service, once it is known. */
export function ServiceSheet({
  environmentId,
  serviceId,
  picture,
  types,
}: {
  environmentId: string;
  serviceId: string;
  picture: EnvironmentPicture;
  types: readonly ServiceType[];
}) {
  const t = useTranslations('services.page');
  const router = useRouter();
  const [removing, setRemoving] = useState(false);
  const editReason = useEditReason(environmentId);
  const brokenWords = useBrokenWords();
  const base = `/environments/${environmentId}/services`;
  const { topology, environment } = picture;
  const listed = servicesIn(topology).find(({ service }) => service.serviceId === serviceId);
  const drafted = picture.services.find((one) => one.id === serviceId);
  const deployed = environment.services.find((one) => one.id === serviceId);
  const service = drafted ?? deployed;
  const resting = suspendedHosts(environment.services);
  // a reader has no use for a page of buttons that are off
  const mayChange = useRoleReason() === null;
  // it has just gone, and the list of services is on its way
  if (!listed && removing) return <ServiceSkeleton />;
  if (!listed || !service) return <NotHere base={base} />;
  const type = types.find((one) => one.type === service.type) ?? null;
  // what a program describes in full, a program changes
  const byHand = !isWholeObject(service);
  const reason = editReason ?? (drafted ? null : t('removedInDraft'));
  const sizeReason = editReason ?? (resting.length > 0 ? t('suspended', { machines: resting.join(', ') }) : null);
  const titles = new Map(listed.hosts.map((host) => [host.unitId, host.title]));
  const titleOf = (unitId: string) => titles.get(unitId) ?? '';
  return (
    <>
      <SheetHead base={base} service={service} type={type} node={listed.service}>
        {mayChange && !deployed && (
          <Button variant="dangerGhost" disabledReason={reason} onClick={() => setRemoving(true)}>
            {t('remove')}
          </Button>
        )}
      </SheetHead>
      {mayChange && deployed && type && environment.version > 0 && (
        <ServiceBar
          environment={{ id: environmentId, name: environment.name }}
          service={deployed}
          type={type}
          byHand={byHand}
          isBroken={listed.hosts.some((host) => brokenWords(host) !== null)}
          reasons={{ now: editReason, size: sizeReason, draft: reason }}
          onMarkForDeletion={() => setRemoving(true)}
        />
      )}
      {type && <NewerPackage environmentId={environmentId} name={type.package} />}
      <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <div className="flex min-w-0 flex-col gap-6">
          <ConnectionCard service={deployed ?? service} type={type} titleOf={titleOf} />
          {type?.units.max !== 0 && (
            <UnitsCard
              environment={{ id: environmentId, name: environment.name }}
              service={service}
              deployed={environment.version > 0 ? (deployed ?? null) : null}
              type={type}
              hosts={listed.hosts}
              byHand={byHand}
              reasons={{ size: sizeReason, draft: reason }}
            />
          )}
          {type && byHand && (
            <SettingsCard
              model={modelOf(environment, picture.services)}
              service={service}
              services={picture.services}
              type={type}
              types={types}
              reason={reason}
            />
          )}
        </div>
        <div className="flex min-w-0 flex-col gap-6">
          {deployed && type && environment.version > 0 && (
            <CredentialsCard environmentId={environmentId} service={deployed} type={type} titleOf={titleOf} />
          )}
          <RelatedCard environmentId={environmentId} {...relatedServices(topology, serviceId)} />
          {deployed && <LogCard environmentId={environmentId} service={deployed} titleOf={titleOf} />}
        </div>
      </div>
      <RemoveService
        environmentId={environmentId}
        service={{ id: service.id, name: service.name }}
        hostNames={listed.hosts.flatMap((host) => host.host?.hostName ?? [])}
        open={removing}
        onOpenChange={setRemoving}
        onRemoved={() => router.push(base)}
      />
    </>
  );
}

/** What it is and how it is doing, with what can be done with all of it. */
function SheetHead({
  base,
  service,
  type,
  node,
  children,
}: {
  /** address of the list of services */
  base: string;
  service: ServiceView;
  type: ServiceType | null;
  node: TopologyNode;
  children: ReactNode;
}) {
  const t = useTranslations('services.page');
  return (
    <div className="flex flex-col gap-3">
      <Breadcrumbs items={[{ label: t('services'), href: base }, { label: service.name }]} />
      <div className="flex flex-wrap items-center justify-between gap-3">
        <div className="flex min-w-0 items-center gap-3">
          <ServiceLogo type={service.type} className="size-10" />
          <div className="min-w-0">
            <h2 className="break-words font-semibold text-lg leading-6">{service.name}</h2>
            <p className="text-ink-muted">{type?.title ?? service.type}</p>
          </div>
          <div className="flex flex-wrap items-center gap-1.5">
            {(node.state !== 'draft' || node.change === null) && <UnitStatusBadge state={node.state} />}
            <ChangeBadge change={node.change} />
          </div>
        </div>
        {children}
      </div>
    </div>
  );
}

function NotHere({ base }: { base: string }) {
  const t = useTranslations('services.page.notHere');
  return (
    <EmptyState
      title={t('title')}
      actions={
        <LinkButton variant="primary" href={base}>
          {t('all')}
        </LinkButton>
      }
    >
      <p>{t('text')}</p>
    </EmptyState>
  );
}
