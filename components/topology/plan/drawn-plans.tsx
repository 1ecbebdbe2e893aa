'use client';
import type { ReactNode } from 'react';
import { type PlanDrawingProps, PlanDrawingProvider } from '@/components/shell/workflows/plan-drawing';
import { onDemand } from '@/components/ui/on-demand';
import { CanvasPlaceholder } from '../canvas-placeholder';

const PlanTopology = onDemand<PlanDrawingProps>(
  async () => (await import('./plan-topology')).PlanTopology,
  <CanvasPlaceholder />,
);

/** Lets the plans of workflows, wherever they are shown, be drawn on the graph. */
export function DrawnPlans({ children }: { children: ReactNode }) {
  return <PlanDrawingProvider value={PlanTopology}>{children}</PlanDrawingProvider>;
}
