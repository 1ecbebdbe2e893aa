'use client';
import { usePathname, useSearchParams } from 'next/navigation';
import { useCallback, useMemo } from 'react';
import { Drawer } from '@/components/ui/drawer';
import { Notice } from '@/components/ui/notice';
import { LoadingWords, Skeleton } from '@/components/ui/skeleton';
import { sentenceOf } from '@/lib/client/api-problem';
import { useServiceTypes } from '@/lib/client/catalog';
import { useDraft } from '@/lib/client/draft';
import { useEnvironment } from '@/lib/client/environments';
import { newestDeployment, useEnvironmentEvents } from '@/lib/client/events/use-environment-events';
import { useServices } from '@/lib/client/services';
import type { EnvironmentModel } from '@/lib/model/environment';
import { buildTopology } from '@/lib/model/topology/build';
import { hostNodeId, type TopologyInput } from '@/lib/model/topology/graph';
import type { EnvironmentDetailView } from '@/lib/model/views';
import { EmptyTopology } from './empty-topology';
import { HostDetails } from './host-details';
import { TopologyView } from './topology-view';

/** The picture of one environment, live: what is deployed, what is drafted, what happens. */
export function EnvironmentTopology({ environmentId }: { environmentId: string }) {
  const environment = useEnvironment(environmentId);
  const types = useServiceTypes();
  const draft = useDraft(environmentId);
  const drafted = draft.mine && draft.mine.changes > 0 ? draft.mine.id : null;
  const draftServices = useServices(environmentId, drafted, drafted !== null);
  const log = useEnvironmentEvents(environmentId);
  const selection = useSelection();

  const { data } = environment;
  const deployment = newestDeployment(log);
  const next = nextOf(data, drafted === null ? null : (draftServices.data ?? null));
  const topology = useMemo(
    () =>
      data && types.data
        ? buildTopology({
            deployed: modelOf(data, data.services),
            next,
            types: types.data,
            deployment,
            machines: log.progress.machines,
          })
        : null,
    [data, next, types.data, deployment, log.progress.machines],
  );

  const failure = environment.error ?? types.error ?? (drafted === null ? null : draftServices.error);
  if (failure) {
    return (
      <Notice tone="failed" title="The topology cannot be shown">
        {sentenceOf(failure)}
      </Notice>
    );
  }
  const settling = draft.loading || (drafted !== null && draftServices.data === undefined);
  if (!data || !topology || settling) return <TopologySkeleton />;
  const host = topology.nodes.find((node) => node.id === selection.hostId) ?? null;
  if (!topology.nodes.some((node) => node.kind === 'service')) return <EmptyTopology environmentId={environmentId} />;

  const services = [...(next?.model.services ?? []), ...data.services];
  const service = services.find((one) => one.id === host?.serviceId) ?? null;
  return (
    <>
      {log.connection === 'retrying' && (
        <Notice tone="attention" className="mb-3">
          The connection to the server was lost. What you see may be old; it catches up as soon as it is back.
        </Notice>
      )}
      <TopologyView topology={topology} selectedId={host?.id ?? null} onSelect={selection.select} />
      <Drawer
        open={host !== null}
        onOpenChange={(open) => !open && selection.select(null)}
        modal={false}
        title={host?.title ?? ''}
      >
        {host && (
          <HostDetails
            topology={topology}
            host={host}
            service={service}
            type={types.data?.find((one) => one.type === host.serviceType) ?? null}
            events={log.events}
            environmentId={environmentId}
          />
        )}
      </Drawer>
    </>
  );
}

function modelOf(environment: EnvironmentDetailView, services: EnvironmentModel['services']): EnvironmentModel {
  return { id: environment.id, name: environment.name, services };
}

/** While a deployment runs, the environment shows the document it makes true; else a draft may differ from it. */
function nextOf(
  environment: EnvironmentDetailView | undefined,
  draft: EnvironmentModel['services'] | null,
): TopologyInput['next'] {
  if (!environment) return null;
  if (environment.status === 'deploying') return { model: modelOf(environment, environment.services), is: 'deploying' };
  return draft && { model: modelOf(environment, draft), is: 'draft' };
}

/** The selected machine lives in the address, so that a link can point at it. */
function useSelection() {
  const pathname = usePathname();
  const unitId = useSearchParams().get('host');
  const select = useCallback(
    (hostId: string | null) => {
      const unit = hostId === null ? null : hostId.slice(hostNodeId('').length);
      // the browser's own call: the address changes, nothing is fetched
      window.history.replaceState(null, '', unit === null ? pathname : `${pathname}?host=${unit}`);
    },
    [pathname],
  );
  return { hostId: unitId === null ? null : hostNodeId(unitId), select };
}

function TopologySkeleton() {
  return (
    <div className="flex flex-col gap-3">
      <LoadingWords>The topology is being loaded</LoadingWords>
      <Skeleton className="h-9 w-72" />
      <Skeleton className="h-[min(62vh,44rem)] min-h-80 w-full rounded-xl" />
    </div>
  );
}
