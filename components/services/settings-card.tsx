'use client';
import { useSearchParams } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { type ComponentProps, useState } from 'react';
import { recallService } from '@/components/forms/service-memory';
import { Button } from '@/components/ui/button';
import { Card, CardBody, CardHeader } from '@/components/ui/card';
import { Facts } from '@/components/ui/facts';
import { onDemand } from '@/components/ui/on-demand';
import { Skeleton } from '@/components/ui/skeleton';
import { useOffer } from '@/lib/client/catalog';
import type { EnvironmentModel } from '@/lib/model/environment';
import type { Json } from '@/lib/model/json';
import { offerWithin } from '@/lib/model/offer-within';
import { applies } from '@/lib/model/property-facts';
import type { ServiceType } from '@/lib/model/service-type';
import type { ServiceView } from '@/lib/model/views';
import { editMemory } from './edit-memory';
import { fieldContextOf } from './field-context';
import { PropertyValue } from './values';

const EditService = onDemand<ComponentProps<typeof import('./edit-service').EditService>>(
  async () => (await import('./edit-service')).EditService,
  <CardBody>
    <Skeleton className="h-96 w-full" />
  </CardBody>,
);

/** What was answered about a service; secrets are only said to be there. */
export function SettingsCard({
  model,
  service,
  services,
  type,
  types,
  reason,
}: {
  model: EnvironmentModel;
  service: ServiceView;
  services: readonly ServiceView[];
  type: ServiceType;
  types: readonly ServiceType[];
  /** why nothing can be edited */
  reason: string | null;
}) {
  const t = useTranslations('services.settings');
  // a link of the review leads to the field that has to be put right
  const field = useSearchParams().get('edit');
  // an edit that a reload interrupted goes on
  const [editing, setEditing] = useState(
    () => reason === null && (field !== null || recallService(editMemory(model.id, service.id)) !== null),
  );
  const offer = useOffer(editing, model.region);
  const shown = type.properties.filter((property) => !property.hidden && applies(property, service));
  return (
    <Card>
      <CardHeader
        title={editing ? t('editTitle') : t('title')}
        description={editing ? t('description') : undefined}
        actions={
          !editing && (
            <Button disabledReason={reason} onClick={() => setEditing(true)}>
              {t('edit')}
            </Button>
          )
        }
      />
      {editing ? (
        <EditService
          model={model}
          service={service}
          type={type}
          types={types}
          context={fieldContextOf(service, services, types, offer.data && offerWithin(offer.data, model))}
          field={field}
          onDone={() => setEditing(false)}
        />
      ) : (
        <CardBody>
          <Facts
            items={shown.map((property) => ({
              label: property.label,
              value: (
                <PropertyValue
                  property={property}
                  value={service[property.name] as Json | undefined}
                  isMadeForMachines={type.unitProperties.some(({ madeUnless }) => madeUnless === property.name)}
                />
              ),
            }))}
          />
        </CardBody>
      )}
    </Card>
  );
}
