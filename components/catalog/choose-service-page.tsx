'use client';
import { Breadcrumbs } from '@/components/ui/breadcrumbs';
import { Notice } from '@/components/ui/notice';
import { PageHeader } from '@/components/ui/page-header';
import { sentenceOf } from '@/lib/client/api-problem';
import { useServiceTypes } from '@/lib/client/catalog';
import { useEnvironment } from '@/lib/client/environments';
import { ServiceTiles, ServiceTilesSkeleton } from './service-tiles';

/** The first step of adding a service to an environment: which one. */
export function ChooseServicePage({ environmentId }: { environmentId: string }) {
  const types = useServiceTypes();
  const environment = useEnvironment(environmentId);
  const name = environment.data?.name ?? 'Environment';
  return (
    <div className="flex flex-col gap-6">
      <PageHeader
        breadcrumbs={
          <Breadcrumbs items={[{ label: name, href: `/environments/${environmentId}` }, { label: 'Add a service' }]} />
        }
        title="Add a service"
        description="Begin with Active Directory if other machines are to share its users; they can join its domain."
      />
      {types.error && (
        <Notice tone="failed" title="The catalog cannot be shown">
          {sentenceOf(types.error)}
        </Notice>
      )}
      {types.data ? (
        <ServiceTiles
          types={types.data}
          hrefOf={(type) => `/environments/${environmentId}/services/add/${type.type}`}
        />
      ) : (
        !types.error && <ServiceTilesSkeleton />
      )}
    </div>
  );
}
