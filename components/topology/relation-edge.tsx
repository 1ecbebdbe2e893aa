'use client';
import { BaseEdge, EdgeLabelRenderer, type EdgeProps } from '@xyflow/react';
import { memo } from 'react';
import { cn } from '@/components/ui/class-names';
import { useCanvasActions } from './canvas-actions';
import { roundedPath } from './layout/rounded-path';
import { RELATION_DASHES } from './relation-dashes';
import { useChanged } from './state-flash';
import type { RelationFlowEdge } from './to-flow';
import { useLight } from './wall/lights';

/** A line around the boxes from one service to another; it moves only while the relation is coming about. */
export const RelationEdge = memo(function RelationEdge({ data, markerEnd }: EdgeProps<RelationFlowEdge>) {
  const { level } = useCanvasActions();
  const changed = useChanged(data?.line.state ?? '');
  const light = useLight(data?.line.id ?? '');
  if (!data) return null;
  const { line, route, dimmed } = data;
  const connects = changed && line.state === 'established';
  const running = line.state === 'running';
  const wider = level === 'cells' ? 5 : level === 'far' ? 2 : 1;
  return (
    <>
      <BaseEdge
        path={roundedPath(route.points)}
        markerEnd={markerEnd}
        className={cn(running && 'topology-flow', dimmed && 'opacity-30')}
        style={{
          stroke: running ? 'var(--status-running-solid)' : 'var(--line-strong)',
          strokeWidth: 1.75 * wider,
          strokeDasharray: RELATION_DASHES[line.state],
        }}
      />
      {connects && (
        <path d={roundedPath(route.points)} pathLength={1} className="topology-connect" strokeWidth={4 * wider} />
      )}
      {light !== null && (
        <circle
          key={light}
          r={7}
          data-light={line.id}
          className="topology-light"
          style={{ offsetPath: `path("${roundedPath(route.points)}")` }}
        />
      )}
      {route.label && level === 'near' && (
        <EdgeLabelRenderer>
          <span
            data-label={line.id}
            style={{
              transform: `translate(${route.label.box.x}px, ${route.label.box.y}px)`,
              width: route.label.box.width,
              height: route.label.box.height,
            }}
            className={cn(
              'pointer-events-none absolute z-5 flex items-center justify-center truncate rounded-full border bg-surface font-medium text-ink-muted text-xs',
              running && 'border-running-border text-running-text',
              dimmed && 'opacity-30',
            )}
          >
            {route.label.text}
          </span>
        </EdgeLabelRenderer>
      )}
    </>
  );
});
