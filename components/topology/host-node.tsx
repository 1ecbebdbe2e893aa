'use client';
import { Handle, type NodeProps, Position, useStore } from '@xyflow/react';
import { Server } from 'lucide-react';
import { StatusIcon } from '@/components/status/status-icon';
import { cn } from '@/components/ui/class-names';
import type { TopologyNode } from '@/lib/model/topology/graph';
import { UNIT_STATE_WORDS, type UnitState } from '@/lib/model/unit-state';
import { useCanvasActions } from './canvas-actions';
import { SIZES } from './layout';
import type { HostFlowNode } from './to-flow';
import { hostLine, hostSentence } from './words';

const BOX: Record<UnitState, string> = {
  draft: 'border-dashed border-draft-border',
  waiting: 'border-waiting-border',
  running: 'border-running-solid',
  ready: 'border-ready-border',
  attention: 'border-attention-solid',
  failed: 'border-failed-solid',
};

const WORD: Record<UnitState, string> = {
  draft: 'text-draft-text',
  waiting: 'text-waiting-text',
  running: 'text-running-text',
  ready: 'text-ready-text',
  attention: 'text-attention-text',
  failed: 'text-failed-text',
};

/** From afar only the name and the state can be read, so only they are shown, larger. */
const FAR = 0.5;

/** A machine with its roles and applications inside. */
export function HostNode({ data, height }: NodeProps<HostFlowNode>) {
  const { node, parts, dimmed } = data;
  const { open, move, selectedId } = useCanvasActions();
  const far = useStore((store) => store.transform[2] < FAR);
  const unborn = node.state === 'draft' || node.state === 'waiting';
  return (
    <>
      <Handle type="target" position={Position.Right} isConnectable={false} className="opacity-0!" />
      <button
        type="button"
        data-host={node.id}
        aria-label={hostSentence(node, parts)}
        aria-pressed={selectedId === node.id}
        style={{ height }}
        onClick={() => open(node.id)}
        onKeyDown={(event) => move(event, node.id)}
        className={cn(
          'pointer-events-auto flex w-full flex-col overflow-hidden rounded-lg border bg-surface text-left transition-[opacity,border-color,box-shadow] hover:shadow-lift',
          BOX[node.state],
          selectedId === node.id && 'ring-2 ring-accent ring-offset-2 ring-offset-canvas',
          (dimmed || node.change === 'removed') && 'opacity-45',
        )}
      >
        {far ? <FarFace node={node} /> : <NearFace node={node} parts={parts} unborn={unborn} />}
      </button>
      <Handle type="source" position={Position.Left} isConnectable={false} className="opacity-0!" />
    </>
  );
}

function FarFace({ node }: { node: TopologyNode }) {
  return (
    <span className="flex h-full w-full flex-col items-center justify-center gap-2 px-3">
      <StatusIcon state={node.state} className="size-10" />
      <span className="max-w-full truncate font-semibold text-2xl leading-8">{node.title}</span>
    </span>
  );
}

function NearFace({ node, parts, unborn }: { node: TopologyNode; parts: TopologyNode[]; unborn: boolean }) {
  return (
    <>
      <span className="flex shrink-0 items-center gap-2.5 px-3" style={{ height: SIZES.hostHead }}>
        <Server aria-hidden className={cn('size-5 shrink-0', unborn ? 'text-ink-faint' : 'text-ink-muted')} />
        <span className="min-w-0 flex-1">
          <span
            className={cn(
              'block truncate font-semibold text-[15px] leading-5',
              unborn && 'text-ink-muted',
              node.change === 'removed' && 'line-through',
            )}
          >
            {node.title}
          </span>
          <span className={cn('flex items-center gap-1.5 font-medium text-xs', WORD[node.state])}>
            <StatusIcon state={node.state} inherit className="size-3.5" />
            {UNIT_STATE_WORDS[node.state]}
          </span>
        </span>
      </span>
      <span className="flex flex-col px-2.5" style={{ gap: SIZES.gap }}>
        {parts.map((part) => (
          <PartBox key={part.id} part={part} unborn={part.state === 'draft' || part.state === 'waiting'} />
        ))}
      </span>
      <span
        className="mt-auto flex shrink-0 items-center px-3 text-ink-muted text-xs"
        style={{ height: SIZES.hostFoot }}
        title={hostLine(node)}
      >
        <span className="truncate">{hostLine(node)}</span>
      </span>
    </>
  );
}

function PartBox({ part, unborn }: { part: TopologyNode; unborn: boolean }) {
  const application = part.kind === 'application';
  return (
    <span
      style={{ height: application ? SIZES.application : SIZES.role }}
      className={cn(
        'flex items-center gap-2 rounded-md border px-2.5 text-[13px]',
        application ? 'ml-5 bg-surface' : 'bg-sunken',
        unborn && 'border-dashed text-ink-muted',
      )}
    >
      <StatusIcon state={part.state} className="size-3.5" />
      <span className="min-w-0 flex-1 truncate">{part.title}</span>
    </span>
  );
}
