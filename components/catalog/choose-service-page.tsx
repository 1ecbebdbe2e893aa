'use client';
import { Breadcrumbs } from '@/components/ui/breadcrumbs';
import { Notice } from '@/components/ui/notice';
import { sentenceOf } from '@/lib/client/api-problem';
import { useServiceTypes } from '@/lib/client/catalog';
import { ServiceTiles, ServiceTilesSkeleton } from './service-tiles';

/** The first step of adding a service to an environment: which one. */
export function ChooseServicePage({ environmentId }: { environmentId: string }) {
  const types = useServiceTypes();
  return (
    <div className="flex flex-col gap-6">
      <div className="flex flex-col gap-3">
        <Breadcrumbs
          items={[{ label: 'Services', href: `/environments/${environmentId}/services` }, { label: 'Add a service' }]}
        />
        <div>
          <h2 className="font-semibold text-lg">Add a service</h2>
          <p className="text-ink-muted">
            Begin with Active Directory if other machines are to share its users; they can join its domain.
          </p>
        </div>
      </div>
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
