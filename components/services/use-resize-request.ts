'use client';
import { useState } from 'react';
import { useNewUnit } from '@/components/forms/new-unit';
import { useOptions } from '@/components/shell/workflows/more-options';
import { useEnvironment } from '@/lib/client/environments';
import type { StartExecutionInput } from '@/lib/client/executions';
import type { JsonObject } from '@/lib/model/json';
import type { ResizingWorkflow } from '@/lib/model/runs/execution';
import type { ParameterName } from '@/lib/model/runs/workflow-parameters';
import type { ServiceType } from '@/lib/model/service-type';
import type { ServiceView } from '@/lib/model/views';

export type Resizing = 'grow' | 'shrink' | 'uninstall';

/** Parameters that the dialog itself asks for, or that mean nothing for what it does. */
const NOT_OPTIONS = {
  grow: ['rollback_if_failed', 'include_instances', 'exclude_instances'],
  shrink: ['rollback_if_failed'],
  uninstall: [],
} as const satisfies Record<Resizing, readonly ParameterName[]>;

/** What is chosen of how a service is to change its size, and what that asks for; `service` as it is deployed. */
export function useResizeRequest(environmentId: string, service: ServiceView, type: ServiceType, what: Resizing) {
  const [count, setCount] = useState<number | null>(1);
  const [going, setGoing] = useState<readonly string[]>([]);
  const newUnit = useNewUnit(service, type, count ?? 1, useEnvironment(environmentId).data?.region);
  const [rollback, setRollback] = useState(true);
  const workflow: ResizingWorkflow = what === 'uninstall' ? 'uninstall' : 'scale';
  const options = useOptions({ environmentId, serviceId: service.id }, workflow, NOT_OPTIONS[what]);
  // of a part of a service so many go, whichever they are
  const isPart = options.chosen.scalable_entity_name !== undefined;
  const problems = what === 'grow' ? newUnit.problems : [];
  const room = type.units.max - service.units.length;
  const isCount = count !== null && count >= 1 && (what === 'shrink' || count <= room);
  const size = isCount && problems.length === 0 ? count : null;
  const change = changeFor(what, { size, isPart, going, unit: newUnit.unit, rollback });
  const request: StartExecutionInput | null = change && {
    workflow,
    service_id: service.id,
    ...change,
    ...options.chosen,
  };
  return {
    ...{ workflow, options, count, setCount, going, setGoing, newUnit, rollback, setRollback },
    /** so many machines go, whichever they are: they are not chosen */
    isPart,
    /** so many more machines the service can have */
    room,
    /** the count is one that can be asked for */
    isCount,
    /** null while it is not complete */
    request,
  };
}

/** What is asked for besides the options; null while it is not complete. */
function changeFor(
  what: Resizing,
  chosen: { size: number | null; isPart: boolean; going: readonly string[]; unit: JsonObject; rollback: boolean },
): Partial<StartExecutionInput> | null {
  const { size, isPart, going, unit, rollback } = chosen;
  if (what === 'uninstall') return {};
  if (what === 'shrink' && !isPart) return going.length > 0 ? { unit_ids: [...going] } : null;
  if (size === null) return null;
  return what === 'shrink' ? { delta: -size } : { delta: size, unit, rollback_if_failed: rollback };
}
