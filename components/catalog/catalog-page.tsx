'use client';
import { Notice } from '@/components/ui/notice';
import { PageHeader } from '@/components/ui/page-header';
import { sentenceOf } from '@/lib/client/api-problem';
import { useServiceTypes } from '@/lib/client/catalog';
import { ServiceTiles, ServiceTilesSkeleton } from './service-tiles';

/** Everything that can be deployed. */
export function CatalogPage() {
  const types = useServiceTypes();
  return (
    <div className="flex flex-col gap-6">
      <PageHeader
        title="Catalog"
        description="What you can deploy. Pick a service to see what it sets up and to add it."
      />
      {types.error && (
        <Notice tone="failed" title="The catalog cannot be shown">
          {sentenceOf(types.error)}
        </Notice>
      )}
      {types.data ? (
        <ServiceTiles types={types.data} hrefOf={(type) => `/catalog/${type.type}`} />
      ) : (
        !types.error && <ServiceTilesSkeleton />
      )}
    </div>
  );
}
