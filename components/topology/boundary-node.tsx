'use client';
import type { NodeProps } from '@xyflow/react';
import { Plus, ShieldCheck } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { memo } from 'react';
import { cn } from '@/components/ui/class-names';
import { NextLink } from '@/components/ui/next-link';
import { useCanvasActions } from './canvas-actions';
import type { BoundaryFlowNode } from './to-flow';

/** As many domains are told apart by colour; further ones begin anew. */
const COLOURS = 4;

/** The area of a domain: whatever stands inside is, or will be, part of it. */
export const BoundaryNode = memo(function BoundaryNode({
  data: { boundary, index, addHref },
}: NodeProps<BoundaryFlowNode>) {
  const t = useTranslations('topology.adding');
  const { level } = useCanvasActions();
  const near = level === 'near';
  return (
    <div
      data-boundary={index % COLOURS}
      className={cn(
        'topology-boundary h-full w-full rounded-2xl border-2',
        boundary.state !== 'established' && 'border-dashed',
      )}
    >
      <span
        className={cn(
          'topology-boundary-name absolute top-2 left-3 flex max-w-[calc(100%-1.5rem)] items-center gap-1.5 font-semibold',
          near ? 'h-6 text-[13px]' : 'h-7 text-xl',
        )}
      >
        <ShieldCheck aria-hidden className={near ? 'size-4 shrink-0' : 'size-6 shrink-0'} />
        <span className="truncate">{boundary.name}</span>
        {addHref !== null && near && (
          <NextLink
            href={addHref}
            aria-label={t('inside', { name: boundary.name })}
            title={t('inside', { name: boundary.name })}
            className="pointer-events-auto grid size-6 shrink-0 place-items-center rounded-md border border-current/40 hover:bg-hover"
          >
            <Plus aria-hidden className="size-4" />
          </NextLink>
        )}
      </span>
    </div>
  );
});
