'use client';
import { Handle, Position } from '@xyflow/react';
import { Users } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { memo } from 'react';
import { cn } from '@/components/ui/class-names';
import { useCanvasActions } from './canvas-actions';

/** Whoever opens the pages of the environment: where the way of a request begins. */
export const VisitorsNode = memo(function VisitorsNode() {
  const t = useTranslations('topology');
  const { level } = useCanvasActions();
  return (
    <div className="flex h-full w-full flex-col items-center justify-center gap-1 rounded-xl border border-line-strong/50 border-dashed text-ink-muted">
      <Users aria-hidden className="size-5" />
      <span className={cn('font-medium', level === 'near' ? 'text-[13px]' : 'text-xl')}>{t('visitors')}</span>
      <Handle type="source" position={Position.Right} isConnectable={false} className="opacity-0!" />
    </div>
  );
});
