'use client';
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { useEditReason } from '@/components/shell/edit-reason';
import { ServiceLogo } from '@/components/shell/service-logo';
import { UnitStatusBadge } from '@/components/status/unit-status';
import { Breadcrumbs } from '@/components/ui/breadcrumbs';
import { Button } from '@/components/ui/button';
import { Card, CardBody } from '@/components/ui/card';
import { EmptyState } from '@/components/ui/empty-state';
import { LinkButton } from '@/components/ui/link';
import { Notice } from '@/components/ui/notice';
import { LoadingWords, Skeleton } from '@/components/ui/skeleton';
import { sentenceOf } from '@/lib/client/api-problem';
import { useServiceTypes } from '@/lib/client/catalog';
import { modelOf, useEnvironmentPicture } from '@/lib/client/topology';
import { ChangeBadge } from './change-badge';
import { RemoveService } from './remove-service';
import { ServiceFacts } from './service-facts';
import { servicesIn } from './service-list';
import { SettingsCard } from './settings-card';
import { UnitsCard } from './units-card';

/** One service: what is worth knowing, its machines, its settings. */
export function ServicePage({ environmentId, serviceId }: { environmentId: string; serviceId: string }) {
  const router = useRouter();
  const [removing, setRemoving] = useState(false);
  const { picture, error } = useEnvironmentPicture(environmentId);
  const types = useServiceTypes();
  const editReason = useEditReason(environmentId);
  const base = `/environments/${environmentId}/services`;
  if (!picture || !types.data) {
    return error ? (
      <Notice tone="failed" title="The service cannot be shown">
        {sentenceOf(error)}
      </Notice>
    ) : (
      <ServiceSkeleton />
    );
  }
  const listed = servicesIn(picture.topology).find(({ service }) => service.serviceId === serviceId);
  const drafted = picture.services.find((one) => one.id === serviceId);
  const service = drafted ?? picture.environment.services.find((one) => one.id === serviceId);
  // it has just gone, and the list of services is on its way
  if (!listed && removing) return <ServiceSkeleton />;
  if (!listed || !service) {
    return (
      <EmptyState
        title="This service is not here"
        actions={
          <LinkButton variant="primary" href={base}>
            Show all services
          </LinkButton>
        }
      >
        <p>It may have been removed, or be in somebody else’s draft.</p>
      </EmptyState>
    );
  }
  const type = types.data.find((one) => one.type === service.type) ?? null;
  const removed = drafted ? null : 'It is removed in your draft. Discard the draft to keep it.';
  const reason = editReason ?? removed;
  return (
    <>
      <div className="flex flex-col gap-3">
        <Breadcrumbs items={[{ label: 'Services', href: base }, { label: service.name }]} />
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
            Remove service
          </Button>
        </div>
      </div>
      <Card>
        <CardBody>
          <ServiceFacts service={service} type={type} />
        </CardBody>
      </Card>
      <UnitsCard environmentId={environmentId} service={service} type={type} hosts={listed.hosts} reason={reason} />
      {type && (
        <SettingsCard
          model={modelOf(picture.environment, picture.services)}
          service={service}
          services={picture.services}
          type={type}
          types={types.data}
          reason={reason}
        />
      )}
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

function ServiceSkeleton() {
  return (
    <>
      <LoadingWords>The service is being loaded</LoadingWords>
      <Skeleton className="h-10 w-64" />
      <Skeleton className="h-32 rounded-xl" />
      <Skeleton className="h-48 rounded-xl" />
    </>
  );
}
