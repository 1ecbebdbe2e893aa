'use client';
import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { type ComponentProps, useState } from 'react';
import { useEditReason } from '@/components/shell/edit-reason';
import { useRoleReason } from '@/components/shell/me-context';
import { ServiceLogo } from '@/components/shell/service-logo';
import { UnitStatusBadge } from '@/components/status/unit-status';
import { Breadcrumbs } from '@/components/ui/breadcrumbs';
import { Button } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';
import { LinkButton } from '@/components/ui/link';
import { onDemand } from '@/components/ui/on-demand';
import { type EnvironmentPicture, modelOf } from '@/lib/client/topology';
import { isWholeObject } from '@/lib/model/object-entry';
import { suspendedHosts } from '@/lib/model/operations/suspended-hosts';
import type { ServiceType } from '@/lib/model/service-type';
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

const ActionsCard = onDemand<ComponentProps<typeof import('./actions-card').ActionsCard>>(
  async () => (await import('./actions-card')).ActionsCard,
);

const WorkflowsCard = onDemand<
  ComponentProps<typeof import('@/components/shell/workflows/workflows-card').WorkflowsCard>
>(async () => (await import('@/components/shell/workflows/workflows-card')).WorkflowsCard);

const OperationsCard = onDemand<ComponentProps<typeof import('./operations-card').OperationsCard>>(
  async () => (await import('./operations-card')).OperationsCard,
);

const ResizeCard = onDemand<ComponentProps<typeof import('./resize-card').ResizeCard>>(
  async () => (await import('./resize-card')).ResizeCard,
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
  const base = `/environments/${environmentId}/services`;
  const { topology, environment } = picture;
  const listed = servicesIn(topology).find(({ service }) => service.serviceId === serviceId);
  const drafted = picture.services.find((one) => one.id === serviceId);
  const deployed = environment.services.find((one) => one.id === serviceId);
  const service = drafted ?? deployed;
  const resting = suspendedHosts(environment.services);
  // a page of buttons that are all off tells a reader nothing
  const mayChange = useRoleReason() === null;
  // it has just gone, and the list of services is on its way
  if (!listed && removing) return <ServiceSkeleton />;
  if (!listed || !service) {
    return (
      <EmptyState
        title={t('notHere.title')}
        actions={
          <LinkButton variant="primary" href={base}>
            {t('notHere.all')}
          </LinkButton>
        }
      >
        <p>{t('notHere.text')}</p>
      </EmptyState>
    );
  }
  const type = types.find((one) => one.type === service.type) ?? null;
  // what a program describes in full, a program changes
  const byHand = !isWholeObject(service);
  const reason = editReason ?? (drafted ? null : t('removedInDraft'));
  const titles = new Map(listed.hosts.map((host) => [host.unitId, host.title]));
  const hostNames = listed.hosts.flatMap((host) => host.host?.hostName ?? []);
  const titleOf = (unitId: string) => titles.get(unitId) ?? '';
  return (
    <>
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
              {(listed.service.state !== 'draft' || listed.service.change === null) && (
                <UnitStatusBadge state={listed.service.state} />
              )}
              <ChangeBadge change={listed.service.change} />
            </div>
          </div>
          <Button variant="dangerGhost" disabledReason={reason} onClick={() => setRemoving(true)}>
            {t('remove', { deployed: String(hostNames.length > 0) })}
          </Button>
        </div>
      </div>
      {type && <NewerPackage environmentId={environmentId} name={type.package} />}
      <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <div className="flex min-w-0 flex-col gap-6">
          <ConnectionCard service={deployed ?? service} type={type} titleOf={titleOf} />
          {type?.units.max !== 0 && (
            <UnitsCard
              environmentId={environmentId}
              service={service}
              type={type}
              hosts={listed.hosts}
              byHand={byHand}
              reason={reason}
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
          {mayChange && deployed && type?.operations && (
            <WorkflowsCard subject={{ environmentId, name: deployed.name, serviceId }} />
          )}
          {mayChange && deployed && environment.version > 0 && type?.customOperations && (
            <OperationsCard
              environmentId={environmentId}
              service={{ id: serviceId, name: deployed.name }}
              operations={type.customOperations}
              reason={editReason}
            />
          )}
          {mayChange && deployed && type && byHand && environment.version > 0 && (
            <ResizeCard
              environment={{ id: environmentId, name: environment.name }}
              service={deployed}
              type={type}
              reason={editReason ?? (resting.length > 0 ? t('suspended', { machines: resting.join(', ') }) : null)}
            />
          )}
          {deployed && environment.version > 0 && (
            <ActionsCard environmentId={environmentId} serviceId={serviceId} reason={editReason} />
          )}
          <RelatedCard environmentId={environmentId} {...relatedServices(topology, serviceId)} />
          {deployed && <LogCard environmentId={environmentId} service={deployed} titleOf={titleOf} />}
        </div>
      </div>
      <RemoveService
        environmentId={environmentId}
        service={{ id: service.id, name: service.name }}
        hostNames={hostNames}
        open={removing}
        onOpenChange={setRemoving}
        onRemoved={() => router.push(base)}
      />
    </>
  );
}
