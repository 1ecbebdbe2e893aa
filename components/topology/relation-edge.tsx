'use client';
import { BaseEdge, EdgeLabelRenderer, type EdgeProps, getBezierPath } from '@xyflow/react';
import { memo } from 'react';
import { cn } from '@/components/ui/class-names';
import { useCanvasActions } from './canvas-actions';
import { RELATION_DASHES } from './relation-dashes';
import type { RelationFlowEdge } from './to-flow';
import { useTopologyWords } from './words';

/** A relation between two machines, or of all machines of a service; it moves only while it is coming about. */
export const RelationEdge = memo(function RelationEdge(props: EdgeProps<RelationFlowEdge>) {
  const { sourceX, sourceY, targetX, targetY, sourcePosition, targetPosition, data } = props;
  const { level } = useCanvasActions();
  const words = useTopologyWords();
  const [path, labelX, labelY] = getBezierPath({ sourceX, sourceY, targetX, targetY, sourcePosition, targetPosition });
  if (!data) return null;
  const { edge, count, dimmed } = data;
  const running = edge.state === 'running';
  const depends = edge.kind === 'depends_on';
  const label = words.relationLine({ edge, members: count });
  const wider = level === 'cells' ? 5 : level === 'far' ? 2 : 1;
  return (
    <>
      <BaseEdge
        path={path}
        markerEnd={props.markerEnd}
        className={cn(running && 'topology-flow', dimmed && 'opacity-30')}
        style={{
          stroke: running ? 'var(--status-running-solid)' : 'var(--line-strong)',
          strokeWidth: (depends ? 2 : 1.75) * wider,
          strokeLinecap: depends ? 'round' : 'butt',
          strokeDasharray: depends ? RELATION_DASHES.depends : RELATION_DASHES[edge.state],
        }}
      />
      {label !== null && level === 'near' && (
        <EdgeLabelRenderer>
          <span
            style={{ zIndex: 5, transform: `translate(-50%, -50%) translate(${labelX}px, ${labelY}px)` }}
            className={cn(
              'pointer-events-none absolute rounded-full border bg-surface px-2 py-0.5 font-medium text-ink-muted text-xs',
              running && 'border-running-border text-running-text',
              dimmed && 'opacity-30',
            )}
          >
            {label}
          </span>
        </EdgeLabelRenderer>
      )}
    </>
  );
});
