'use client';
import { MiniMap, Panel, useReactFlow } from '@xyflow/react';
import { ChevronsDownUp, ChevronsUpDown, Maximize, Minus, Plus } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { cn } from '@/components/ui/class-names';
import { IconButton } from '@/components/ui/icon-button';
import { motionMs } from './motion';
import type { FlowNode } from './to-flow';

/** Whether a canvas so wide has its controls below, and requests that go down. */
export function isNarrow(width: number): boolean {
  return width < NARROW;
}

/**
 * Room that the controls leave at the edges of the canvas when everything is fitted in, in pixels; `scale` tells how many
 * times as large they are as usual.
 */
export function fitPadding(
  width: number,
  height: number,
  scale: number,
): { top: number; bottom: number; left: number; right: number } {
  if (isNarrow(width)) return { top: 16, bottom: 60 * scale, left: 12, right: 12 };
  return isLow(height, scale)
    ? { top: 8, bottom: 8, left: 104 * scale, right: 16 }
    : { top: 20, bottom: 20, left: 64 * scale, right: 24 };
}

/** Whether a canvas so high has its controls side by side, in two columns. */
function isLow(height: number, scale: number): boolean {
  return height < LOW * scale;
}

/** Less high is low, in pixels: five controls do not fit below each other. */
const LOW = 240;

/** Less wide is narrow, in pixels. */
const NARROW = 640;

/** Zoom, fit and the overview, over the canvas. */
export function CanvasControls({
  overview,
  height,
  scale,
  onFit,
  onExpandAll,
  onCollapseAll,
}: {
  /** whether there is so much that one may lose oneself in it, and only a part of it is in sight */
  overview: boolean;
  /** of the canvas, in pixels */
  height: number;
  /** how many times as large the controls are as usual */
  scale: number;
  onFit: () => void;
  /** null when there is nothing to expand or collapse */
  onExpandAll: (() => void) | null;
  onCollapseAll: (() => void) | null;
}) {
  const t = useTranslations('topology');
  const flow = useReactFlow();
  return (
    <>
      <Panel
        position="bottom-left"
        className={cn(
          'm-3! flex gap-1 rounded-lg border bg-surface p-1',
          isLow(height, scale) ? 'sm:grid sm:grid-cols-2' : 'sm:flex-col',
        )}
      >
        <IconButton label={t('canvas.zoomIn')} size="sm" onClick={() => void flow.zoomIn({ duration: motionMs(150) })}>
          <Plus aria-hidden />
        </IconButton>
        <IconButton
          label={t('canvas.zoomOut')}
          size="sm"
          onClick={() => void flow.zoomOut({ duration: motionMs(150) })}
        >
          <Minus aria-hidden />
        </IconButton>
        <IconButton label={t('canvas.fit')} size="sm" onClick={onFit}>
          <Maximize aria-hidden />
        </IconButton>
        {onExpandAll && (
          <IconButton label={t('group.expandAll')} size="sm" onClick={onExpandAll}>
            <ChevronsUpDown aria-hidden />
          </IconButton>
        )}
        {onCollapseAll && (
          <IconButton label={t('group.collapseAll')} size="sm" onClick={onCollapseAll}>
            <ChevronsDownUp aria-hidden />
          </IconButton>
        )}
      </Panel>
      {overview && (
        <MiniMap<FlowNode>
          pannable
          zoomable
          ariaLabel={t('canvas.overview')}
          className="m-3! hidden overflow-hidden rounded-lg border md:block"
          style={{ width: 148, height: 96, backgroundColor: 'var(--surface)' }}
          maskColor="color-mix(in srgb, var(--sunken) 70%, transparent)"
          nodeColor={colourOf}
          nodeBorderRadius={8}
        />
      )}
    </>
  );
}

function colourOf(node: FlowNode): string {
  if (node.type === 'boundary' || node.type === 'visitors' || node.type === 'place') return 'transparent';
  if (node.type === 'host') return `var(--status-${node.data.node.state}-solid)`;
  const alone = node.data.collapsed || node.data.cells !== null || node.data.group.hosts.length === 0;
  return alone ? `var(--status-${node.data.group.node.state}-solid)` : 'var(--line)';
}
