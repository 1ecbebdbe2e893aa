'use client';
import { BaseEdge, EdgeLabelRenderer, type EdgeProps, getBezierPath, useStore } from '@xyflow/react';
import { cn } from '@/components/ui/class-names';
import type { RelationFlowEdge } from './to-flow';

/** Line styles, so that the kind is told by more than colour: solid is connected, dashed planned, dotted depends. */
export const RELATION_DASHES = { established: undefined, running: '8 6', planned: '7 6', depends: '1.5 6' } as const;

/** A relation between two machines; it moves only while it is coming about. */
export function RelationEdge(props: EdgeProps<RelationFlowEdge>) {
  const { sourceX, sourceY, targetX, targetY, sourcePosition, targetPosition, data } = props;
  const far = useStore((store) => store.transform[2] < 0.5);
  const [path, labelX, labelY] = getBezierPath({ sourceX, sourceY, targetX, targetY, sourcePosition, targetPosition });
  if (!data) return null;
  const { edge, dimmed } = data;
  const depends = edge.kind === 'depends_on';
  const running = edge.state === 'running';
  return (
    <>
      <BaseEdge
        path={path}
        markerEnd={props.markerEnd}
        className={cn(running && 'topology-flow', dimmed && 'opacity-30')}
        style={{
          stroke: running ? 'var(--status-running-solid)' : 'var(--line-strong)',
          strokeWidth: depends ? 2 : 1.75,
          strokeLinecap: depends ? 'round' : 'butt',
          strokeDasharray: depends ? RELATION_DASHES.depends : RELATION_DASHES[edge.state],
        }}
      />
      {!depends && !far && (
        <EdgeLabelRenderer>
          <span
            style={{ zIndex: 5, transform: `translate(-50%, -50%) translate(${labelX}px, ${labelY}px)` }}
            className={cn(
              'pointer-events-none absolute rounded-full border bg-surface px-2 py-0.5 font-medium text-ink-muted text-xs',
              running && 'border-running-border text-running-text',
              dimmed && 'opacity-30',
            )}
          >
            {edge.label}
          </span>
        </EdgeLabelRenderer>
      )}
    </>
  );
}
