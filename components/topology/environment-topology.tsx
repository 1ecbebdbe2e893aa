'use client';
import { useTranslations } from 'next-intl';
import { type ComponentProps, useCallback, useMemo, useState } from 'react';
import { cn } from '@/components/ui/class-names';
import { Drawer } from '@/components/ui/drawer';
import type { Cover } from '@/components/ui/drawer-panel';
import { Notice } from '@/components/ui/notice';
import { onDemand, usePreload } from '@/components/ui/on-demand';
import { LoadingWords, Skeleton } from '@/components/ui/skeleton';
import { useMedia } from '@/components/ui/use-media';
import { sentenceOf } from '@/lib/client/api-problem';
import { useEnvironmentTypes } from '@/lib/client/catalog';
import { useEnvironmentEvents } from '@/lib/client/events/use-environment-events';
import { type EnvironmentPicture, useEnvironmentPicture } from '@/lib/client/topology';
import { useUrlState } from '@/lib/client/url-state';
import { hostNodeId, serviceNodeId, type TopologyNode } from '@/lib/model/topology/graph';
import { EmptyTopology } from './empty-topology';
import { pictureOf } from './picture';

const loadView = async () => (await import('./topology-view')).TopologyView;
const TopologyView = onDemand<ComponentProps<typeof import('./topology-view').TopologyView>>(
  loadView,
  <TopologySkeleton />,
);

const NextServices = onDemand<ComponentProps<typeof import('./next-services').NextServices>>(
  async () => (await import('./next-services')).NextServices,
);

const ServiceDetails = onDemand<ComponentProps<typeof import('./details/service-details').ServiceDetails>>(
  async () => (await import('./details/service-details')).ServiceDetails,
);

const HostDetails = onDemand<ComponentProps<typeof import('./details/host-details').HostDetails>>(
  async () => (await import('./details/host-details')).HostDetails,
);

/** All of it in one look: as high as the window lets it be with what stands above and below. */
const CANVAS = 'flex flex-col [--canvas-height:min(100dvh_-_28rem,44rem)]';

/** The picture of one environment, live: what is deployed, what is drafted, what happens. */
export function EnvironmentTopology({ environmentId }: { environmentId: string }) {
  const t = useTranslations('topology');
  const { picture: environment, error } = useEnvironmentPicture(environmentId);
  const { connection } = useEnvironmentEvents(environmentId);
  const selection = useSelection();
  const narrow = useMedia('(max-width: 639px)');
  const [cover, setCover] = useState<Cover | null>(null);
  usePreload(loadView);

  if (error) {
    return (
      <Notice tone="failed" title={t('failed')}>
        {sentenceOf(error)}
      </Notice>
    );
  }
  if (!environment) return <TopologySkeleton />;
  const { nodes } = environment.topology;
  const selected = nodes.find((node) => node.id === selection.id) ?? null;
  if (!nodes.some((node) => node.kind === 'service')) return <EmptyTopology environmentId={environmentId} />;
  return (
    // Room to scroll to what lies at the end of the page, above the panel.
    <div className={cn(CANVAS, 'gap-6')} style={{ paddingBottom: cover?.side === 'bottom' ? cover.size : undefined }}>
      {(connection === 'retrying' || connection === 'refused') && <Notice tone="attention">{t(connection)}</Notice>}
      <NextServices environmentId={environmentId} services={environment.services} />
      <TopologyView
        topology={environment.topology}
        selectedId={selected?.id ?? null}
        cover={cover}
        onSelect={selection.select}
      />
      <Drawer
        open={selected !== null}
        side={narrow === true ? 'bottom' : 'right'}
        onCover={setCover}
        onOpenChange={(open) => !open && selection.select(null)}
        modal={false}
        title={selected?.title ?? ''}
      >
        {selected && <Details environment={environment} selected={selected} onSelect={selection.select} />}
      </Drawer>
    </div>
  );
}

function Details({
  environment: { environment, topology, services },
  selected,
  onSelect,
}: {
  environment: EnvironmentPicture;
  selected: TopologyNode;
  onSelect: (id: string) => void;
}) {
  const types = useEnvironmentTypes(environment.id);
  const { events } = useEnvironmentEvents(environment.id);
  const picture = useMemo(() => pictureOf(topology), [topology]);
  const service = [...services, ...environment.services].find((one) => one.id === selected.serviceId) ?? null;
  const type = types.data?.find((one) => one.type === selected.serviceType) ?? null;
  const group = picture.groups.find(({ node }) => node.id === selected.id);
  const common = { picture, service, type, environmentId: environment.id };
  return group ? (
    <ServiceDetails {...common} group={group} onSelect={onSelect} />
  ) : (
    <HostDetails {...common} host={selected} events={events} />
  );
}

/** The selected machine or service lives in the address, so that a link can point at it. */
function useSelection() {
  const [params, set] = useUrlState();
  const unitId = params.get('host');
  const serviceId = params.get('service');
  const select = useCallback(
    (id: string | null) => {
      const of = (prefix: string) => (id?.startsWith(prefix) ? id.slice(prefix.length) : null);
      set({ host: of(hostNodeId('')), service: of(serviceNodeId('')) });
    },
    [set],
  );
  return { id: unitId !== null ? hostNodeId(unitId) : serviceId !== null ? serviceNodeId(serviceId) : null, select };
}

function TopologySkeleton() {
  const t = useTranslations('topology');
  return (
    <div className={cn(CANVAS, 'gap-3')}>
      <LoadingWords>{t('loading')}</LoadingWords>
      <Skeleton className="h-9 w-72" />
      <Skeleton className="h-8 w-full max-w-xl" />
      <Skeleton className="h-(--canvas-height) min-h-80 w-full rounded-xl" />
    </div>
  );
}
