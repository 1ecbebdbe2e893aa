'use client';
import { useEffect, useMemo, useRef } from 'react';
import type { EnvironmentModel } from '@/lib/model/environment';
import { deploys } from '@/lib/model/runs/deploying';
import type { ServiceType } from '@/lib/model/service-type';
import { buildTopology } from '@/lib/model/topology/build';
import type { Topology, TopologyInput } from '@/lib/model/topology/graph';
import type { EnvironmentDetailView, ServiceView } from '@/lib/model/views';
import { useEnvironmentGuide, useEnvironmentTypes } from './catalog';
import { useDraft } from './draft';
import { isBehind } from './draft-state';
import { useEnvironment } from './environments';
import { newestRun, useEnvironmentEvents } from './events/use-environment-events';
import { useServices } from './services';

/** An environment as one person sees it now: what is deployed, their draft of it, and the live graph of both. */
export interface EnvironmentPicture {
  environment: EnvironmentDetailView;
  topology: Topology;
  /** the draft's services when there is a draft with changes, else the deployed ones */
  services: ServiceView[];
  /** whether `services` are a draft's */
  drafted: boolean;
  /** the versions of the service types that draw it */
  types: readonly ServiceType[];
  /** the moment of the past that it shows, an ISO instant; null: the present */
  at: string | null;
}

/** The picture of an environment, live; null while something of it is still being fetched. */
export function useEnvironmentPicture(environmentId: string): {
  picture: EnvironmentPicture | null;
  error: unknown;
} {
  const environment = useEnvironment(environmentId);
  const types = useEnvironmentTypes(environmentId);
  const { steps } = useEnvironmentGuide(environmentId);
  const draft = useDraft(environmentId);
  const drafted = draft.mine && draft.mine.changes > 0 ? draft.mine.id : null;
  const draftServices = useServices(environmentId, drafted, drafted !== null);
  const log = useEnvironmentEvents(environmentId);

  const { data } = environment;
  const next = useMemo(
    () => nextOf(data, drafted === null ? null : (draftServices.data ?? null)),
    [data, drafted, draftServices.data],
  );
  const deployment = newestRun(log);
  const { machines } = log.progress;
  const topology = useMemo(
    () =>
      data && types.data
        ? buildTopology({
            deployed: modelOf(data, data.services),
            next,
            types: types.data,
            deployment,
            machines,
            steps,
          })
        : null,
    [data, next, types.data, deployment, machines, steps],
  );
  const ready = data && topology && !draft.loading && (drafted === null || draftServices.data !== undefined);
  const picture: EnvironmentPicture | null = ready
    ? {
        environment: data,
        topology,
        services: (drafted !== null && draftServices.data) || data.services,
        drafted: drafted !== null,
        types: types.data ?? [],
        at: null,
      }
    : null;
  // A draft that has just been opened is still being read, and a read of the environment that began before a draft was
  // deployed may end after: what was shown stays until then. Machines that went and came again would not land.
  const behind = data !== undefined && isBehind(draft, data);
  const shown = useRef<EnvironmentPicture | null>(null);
  useEffect(() => {
    if (picture && !behind) shown.current = picture;
  });
  const before = shown.current?.environment.id === environmentId ? shown.current : null;
  return {
    picture: (behind ? null : picture) ?? before ?? picture,
    error: environment.error ?? types.error ?? draftServices.error,
  };
}

/** An environment's document with other services than it has. */
export function modelOf(environment: EnvironmentDetailView, services: EnvironmentModel['services']): EnvironmentModel {
  const { id, name, network, region } = environment;
  return { id, name, services, ...(network ? { network } : {}), ...(region === undefined ? {} : { region }) };
}

/**
 * While a deployment runs, the environment shows the document it makes true; else a draft may differ from it, also while
 * machines are restarted or looked at.
 */
function nextOf(environment: EnvironmentDetailView | undefined, draft: ServiceView[] | null): TopologyInput['next'] {
  if (!environment) return null;
  const { status, active_kind: kind } = environment;
  if (status === 'deploying' && (kind === null || deploys(kind)))
    return { model: modelOf(environment, environment.services), is: 'deploying' };
  return draft && { model: modelOf(environment, draft), is: 'draft' };
}
