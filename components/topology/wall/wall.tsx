'use client';
import { type CSSProperties, useMemo } from 'react';
import { useMedia } from '@/components/ui/use-media';
import type { EnvironmentPicture } from '@/lib/client/topology';
import type { Picture } from '../picture';
import { TopologyView } from '../topology-view';
import { FailureCaption } from './failure-caption';
import { LightsContext } from './lights';
import { OfficeStatus } from './office-status';
import { useLights } from './use-lights';
import './wall.css';

/**
 * The drawing of an environment alone, over all of the window: it breathes in the colour of its health, requests that were
 * made pass along its lines, and a machine that fails comes near. A phone, too small for it, shows how the environment is.
 */
export function Wall({
  environment: { environment },
  picture,
  selectedId,
  onSelect,
}: {
  environment: EnvironmentPicture;
  picture: Picture;
  selectedId: string | null;
  onSelect: (id: string | null) => void;
}) {
  const isNarrow = useMedia('(max-width: 639px)');
  const lights = useLights(environment.id);
  const failed = useMemo(() => picture.hosts.filter(({ state }) => state === 'failed'), [picture]);
  const state = picture.topology.nodes.find(({ kind }) => kind === 'environment')?.state ?? 'draft';
  return (
    <div data-wall className="fixed inset-0 z-40 overflow-y-auto bg-canvas">
      {isNarrow === true ? (
        <OfficeStatus name={environment.name} state={state} picture={picture} failed={failed} />
      ) : (
        <LightsContext value={lights}>
          <h1 className="sr-only">{environment.name}</h1>
          <TopologyView
            picture={picture}
            selectedId={selectedId}
            onSelect={onSelect}
            bare
            wall={{ focus: failed[0]?.id ?? null }}
          />
          <FailureCaption failed={failed} />
        </LightsContext>
      )}
      <span
        aria-hidden
        data-health={state}
        className="wall-breath"
        style={{ '--breath': `var(--status-${state}-solid)` } as CSSProperties}
      />
    </div>
  );
}
