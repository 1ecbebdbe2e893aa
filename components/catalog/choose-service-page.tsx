'use client';
import { useTranslations } from 'next-intl';
import { Breadcrumbs } from '@/components/ui/breadcrumbs';
import { Notice } from '@/components/ui/notice';
import { addAddress, useAddedWhere } from '@/lib/client/add-address';
import { sentenceOf } from '@/lib/client/api-problem';
import { isOffered, useEnvironmentTypes } from '@/lib/client/catalog';
import { useDraft } from '@/lib/client/draft';
import { useServices } from '@/lib/client/services';
import { canMeet, canReferTo } from '@/lib/model/added-beside';
import { offersMembership } from '@/lib/model/goes-together';
import type { ServiceType } from '@/lib/model/service-type';
import { ServiceTiles, ServiceTilesSkeleton } from './service-tiles';

/** The first step of adding a service to an environment: which one. Where a place was chosen, what fits there first. */
export function ChooseServicePage({ environmentId }: { environmentId: string }) {
  const t = useTranslations('catalog');
  const types = useEnvironmentTypes(environmentId);
  const where = useAddedWhere();
  const { needs, beside } = where;
  const draft = useDraft(environmentId);
  const services = useServices(environmentId, draft.mine?.id ?? null, !draft.loading);
  const hasDomain = offersMembership(services.data ?? [], types.data ?? []);
  const offered = types.data?.filter(isOffered) ?? [];
  const fits = (type: ServiceType) =>
    needs !== null ? canMeet(type, needs) : beside !== null && canReferTo(type, beside);
  const fitting = offered.filter(fits);
  const others = offered.filter((type) => !fits(type));
  return (
    <div className="flex flex-col gap-6">
      <div className="flex flex-col gap-3">
        <Breadcrumbs
          items={[{ label: t('services'), href: `/environments/${environmentId}/services` }, { label: t('add') }]}
        />
        <div>
          <h2 className="font-semibold text-lg">{t('add')}</h2>
          {services.isSuccess && !hasDomain && <p className="text-ink-muted">{t('addHint')}</p>}
        </div>
      </div>
      {types.error && (
        <Notice tone="failed" title={t('cannotShow')}>
          {sentenceOf(types.error)}
        </Notice>
      )}
      {fitting.length > 0 && !services.isPending && (
        <section aria-labelledby="fitting" className="flex flex-col gap-3">
          <h3 id="fitting" className="font-semibold">
            {needs === null && beside ? t('fitsWith', { name: beside.name }) : t('fits')}
          </h3>
          <ServiceTiles types={fitting} hrefOf={(type) => addAddress(environmentId, type.type, where)} />
          {others.length > 0 && <h3 className="mt-3 font-semibold">{t('others')}</h3>}
        </section>
      )}
      {/* what stands above the tiles is known first: they stay where they are */}
      {types.data && !services.isPending
        ? (others.length > 0 || fitting.length === 0) && (
            <ServiceTiles types={others} hrefOf={(type) => addAddress(environmentId, type.type)} />
          )
        : !types.error && <ServiceTilesSkeleton />}
    </div>
  );
}
