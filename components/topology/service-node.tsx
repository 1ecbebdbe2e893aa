'use client';
import { Handle, type NodeProps, Position, useStore } from '@xyflow/react';
import { ServiceLogo } from '@/components/shell/service-logo';
import { StatusIcon } from '@/components/status/status-icon';
import { cn } from '@/components/ui/class-names';
import { UNIT_STATE_WORDS } from '@/lib/model/unit-state';
import { SIZES } from './layout';
import type { ServiceFlowNode } from './to-flow';
import { CHANGE_WORDS } from './words';

/** The box around the machines of one service. */
export function ServiceNode({ data }: NodeProps<ServiceFlowNode>) {
  const { node } = data;
  const far = useStore((store) => store.transform[2] < 0.5);
  return (
    <div
      className={cn(
        'h-full w-full rounded-xl border bg-canvas/80',
        node.change === 'added' && 'border-draft-border border-dashed',
        node.change === 'removed' && 'border-dashed opacity-55',
      )}
    >
      <Handle type="target" position={Position.Right} isConnectable={false} className="opacity-0!" />
      <div className="flex items-center gap-2.5 px-3.5" style={{ height: SIZES.serviceHead }}>
        <ServiceLogo type={node.serviceType ?? ''} className="size-5" />
        <p className={cn('min-w-0 flex-1 truncate', far && 'text-xl')}>
          <span className="font-semibold">{node.title}</span>
          {node.title !== node.subtitle && !far && <span className="ml-2 text-ink-muted text-xs">{node.subtitle}</span>}
        </p>
        {node.change && <span className="text-draft-text text-xs">{CHANGE_WORDS[node.change]}</span>}
        <span title={UNIT_STATE_WORDS[node.state]}>
          <StatusIcon state={node.state} />
          <span className="sr-only">{UNIT_STATE_WORDS[node.state]}</span>
        </span>
      </div>
    </div>
  );
}
