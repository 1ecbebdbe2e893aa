'use client';
import type { ReactNode } from 'react';
import { type PlanDrawingProps, PlanDrawingProvider } from '@/components/shell/workflows/plan-drawing';
import { onDemand } from '@/components/ui/on-demand';

const PlanTopology = onDemand<PlanDrawingProps>(
  async () => (await import('./plan-topology')).PlanTopology,
  // every page carries this: nothing that has to be loaded for it
  <div className="h-[22rem] rounded-xl bg-sunken" />,
);

/** Lets the plans of workflows, wherever they are shown, be drawn on the graph. */
export function DrawnPlans({ children }: { children: ReactNode }) {
  return <PlanDrawingProvider value={PlanTopology}>{children}</PlanDrawingProvider>;
}
