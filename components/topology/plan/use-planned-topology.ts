'use client';
import { useMemo } from 'react';
import { useDeployedTypes, useEnvironmentGuide } from '@/lib/client/catalog';
import { useEnvironment } from '@/lib/client/environments';
import { newestRun, useEnvironmentEvents } from '@/lib/client/events/use-environment-events';
import { modelOf } from '@/lib/client/topology';
import type { JsonObject } from '@/lib/model/json';
import type { UnitPlan } from '@/lib/model/runs/unit-plan';
import { buildTopology } from '@/lib/model/topology/build';
import type { Topology } from '@/lib/model/topology/graph';
import { withPlannedUnits } from '@/lib/model/topology/planned';

/**
 * The graph of an environment as it is deployed, whatever is drafted, with the machines that a plan brings; null while it
 * is being fetched.
 *
 * @param units what the plan does with which machine; null while there is no plan
 * @param unit what was answered for new machines
 */
export function usePlannedTopology(
  environmentId: string,
  units: readonly UnitPlan[] | null,
  unit: JsonObject | undefined,
): Topology | null {
  const environment = useEnvironment(environmentId).data;
  const types = useDeployedTypes(environmentId).data;
  const { steps } = useEnvironmentGuide(environmentId);
  const log = useEnvironmentEvents(environmentId);
  const deployment = newestRun(log);
  const { machines } = log.progress;
  return useMemo(() => {
    if (!environment || !types) return null;
    const deployed = modelOf(environment, environment.services);
    const next = units && withPlannedUnits(deployed, units, unit);
    return buildTopology({
      ...{ deployed, types, deployment, machines, steps },
      next: next && { model: next, is: 'draft' },
    });
  }, [environment, types, deployment, machines, steps, units, unit]);
}
