'use client';
import { useCallback } from 'react';
import { useUrlState } from '@/lib/client/url-state';
import { hostNodeId, serviceNodeId } from '@/lib/model/topology/graph';

/** The machine or service whose details are open. It lives in the address, so that a link can point at it. */
export function useOpened(): { id: string | null; open: (id: string | null) => void } {
  const [params, set] = useUrlState();
  const unitId = params.get('host');
  const serviceId = params.get('service');
  const open = useCallback(
    (id: string | null) => {
      const of = (prefix: string) => (id?.startsWith(prefix) ? id.slice(prefix.length) : null);
      set({ host: of(hostNodeId('')), service: of(serviceNodeId('')) });
    },
    [set],
  );
  return { id: unitId !== null ? hostNodeId(unitId) : serviceId !== null ? serviceNodeId(serviceId) : null, open };
}
