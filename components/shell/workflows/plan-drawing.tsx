'use client';
import { type ComponentType, createContext, useContext } from 'react';
import type { InstancePlan } from '@/lib/model/blueprints/planned-instances';
import type { JsonObject } from '@/lib/model/json';
import type { UnitTurn } from '@/lib/model/runs/unit-turns';
import type { WorkflowName } from '@/lib/model/runs/workflow-options';

/** A plan, for whatever draws it. */
export interface PlanDrawingProps {
  environmentId: string;
  workflow: WorkflowName;
  /** null while there is no plan: the picture is shown without it */
  units: readonly UnitTurn[] | null;
  instances: readonly InstancePlan[];
  /** what was answered for new machines */
  unit?: JsonObject | undefined;
}

const Context = createContext<ComponentType<PlanDrawingProps> | null>(null);

/** Says what draws plans: the graph is a part of the product that this one knows nothing of. */
export const PlanDrawingProvider = Context.Provider;

/** The plan of a workflow, drawn; nothing where nobody draws plans. */
export function PlanDrawing(props: PlanDrawingProps) {
  const Drawing = useContext(Context);
  return Drawing && <Drawing {...props} />;
}
