'use client';
import { type ComponentProps, useCallback, useMemo } from 'react';
import { onDemand } from '@/components/ui/on-demand';
import { useRunPicture } from '@/lib/client/run-picture';
import { useUrlState } from '@/lib/client/url-state';
import { hostNodeId } from '@/lib/model/topology/graph';
import { pictureOf } from './picture';

const TopologyView = onDemand<ComponentProps<typeof import('./topology-view').TopologyView>>(
  async () => (await import('./topology-view')).TopologyView,
);

/** The topology on a deployment's page, at the moment that page shows. The chosen machine is the page's own. */
export function RunTopology() {
  const picture = useRunPicture();
  const [params, setParams] = useUrlState();
  const unitId = params.get('unit');
  const onSelect = useCallback(
    (id: string | null) => setParams({ unit: id?.startsWith(hostNodeId('')) ? id.slice(hostNodeId('').length) : null }),
    [setParams],
  );
  const topology = picture?.topology;
  const drawn = useMemo(() => topology && pictureOf(topology), [topology]);
  if (!drawn) return null;
  return (
    <TopologyView picture={drawn} selectedId={unitId === null ? null : hostNodeId(unitId)} onSelect={onSelect} bare />
  );
}
