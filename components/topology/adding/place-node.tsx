'use client';
import { Handle, type NodeProps, Position } from '@xyflow/react';
import { Plus } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { memo } from 'react';
import { cn } from '@/components/ui/class-names';
import { NextLink } from '@/components/ui/next-link';
import { useCanvasActions } from '../canvas-actions';
import type { PlaceFlowNode } from '../to-flow';

/** An empty place on the way of a request, and the way to fill it. */
export const PlaceNode = memo(function PlaceNode({ data: { place } }: NodeProps<PlaceFlowNode>) {
  const t = useTranslations('topology.adding');
  const { level, move } = useCanvasActions();
  const near = level === 'near';
  return (
    <>
      <Handle type="target" position={Position.Left} isConnectable={false} className="opacity-0!" />
      <NextLink
        href={place.href}
        data-part={place.id}
        aria-label={t('here', { what: place.label })}
        onKeyDown={(event) => move(event, place.id)}
        className="pointer-events-auto flex h-full w-full items-center gap-2.5 rounded-xl border-2 border-line-strong/60 border-dashed px-3 text-ink-muted hover:border-accent-line hover:bg-hover hover:text-accent-ink"
      >
        <Plus aria-hidden className="size-5 shrink-0" />
        <span className="min-w-0">
          <span className={cn('block truncate font-semibold', near ? 'text-[13px]' : 'text-lg')}>{place.label}</span>
          {near && <span className="block truncate text-xs">{t('add')}</span>}
        </span>
      </NextLink>
    </>
  );
});
