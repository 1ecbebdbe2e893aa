'use client';
import { useTranslations } from 'next-intl';
import { StatusIcon } from '@/components/status/status-icon';
import type { TopologyNode } from '@/lib/model/topology/graph';
import { UNIT_STATES } from '@/lib/model/unit-state';

/** The machines of a service by state: "2 ready, 1 working". */
export function MachineStates({ hosts }: { hosts: TopologyNode[] }) {
  const t = useTranslations('services.machineStates');
  const counts = UNIT_STATES.map((state) => ({ state, count: hosts.filter((host) => host.state === state).length }));
  return (
    <ul className="flex flex-wrap gap-x-3 gap-y-1">
      {counts
        .filter(({ count }) => count > 0)
        .map(({ state, count }) => (
          <li key={state} className="inline-flex items-center gap-1.5 whitespace-nowrap">
            <StatusIcon state={state} />
            {t(state, { count })}
          </li>
        ))}
    </ul>
  );
}
