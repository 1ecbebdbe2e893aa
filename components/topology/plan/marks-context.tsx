'use client';
import { createContext, type ReactNode, useContext, useMemo } from 'react';
import type { WorkflowName } from '@/lib/model/runs/workflow-options';
import type { TopologyNode } from '@/lib/model/topology/graph';
import type { PlanMark } from './marks';

/** A plan as the boxes of a picture know it. */
export interface DrawnPlan {
  workflow: WorkflowName;
  marks: ReadonlyMap<string, PlanMark>;
}

const Context = createContext<DrawnPlan | null>(null);

/** Hands the boxes of a picture what a plan does with them; null: there is no plan yet. */
export function PlanMarks({ plan, children }: { plan: DrawnPlan | null; children: ReactNode }) {
  return <Context value={plan}>{children}</Context>;
}

/** What a plan says of a box; null where no plan is drawn, and of boxes that it does not speak of. */
export function usePlanMark(nodeId: string): PlanMark | null {
  return useContext(Context)?.marks.get(nodeId) ?? null;
}

/** What a plan says of machines together; null where no plan is drawn. */
export function usePlanMarks(hosts: readonly TopologyNode[]): PlanMark[] | null {
  const plan = useContext(Context);
  return useMemo(() => plan && hosts.flatMap(({ id }) => plan.marks.get(id) ?? []), [plan, hosts]);
}

/** The plan that is drawn; null where none is. */
export function useDrawnPlan(): DrawnPlan | null {
  return useContext(Context);
}
