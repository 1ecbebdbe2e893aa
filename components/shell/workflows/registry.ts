import { CheckCheck, type LucideIcon, Moon, Play, RotateCw, Square, Stethoscope, Sunrise, Wrench } from 'lucide-react';
import type { UnitWorkflow } from '@/lib/model/runs/unit-workflows';

/** Something that can be done with machines that are there. */
interface Workflow {
  id: UnitWorkflow;
  icon: LucideIcon;
}

/**
 * What can be done with machines that are there, in the order in which it is offered. One more is a line here and its
 * words (`workflows`): it is then offered on machines, selections, services and environments, and in the palette.
 */
export const WORKFLOWS = [
  { id: 'restart', icon: RotateCw },
  { id: 'stop', icon: Square },
  { id: 'start', icon: Play },
  { id: 'suspend', icon: Moon },
  { id: 'wake', icon: Sunrise },
  { id: 'check_status', icon: Stethoscope },
  { id: 'heal', icon: Wrench },
  { id: 'update', icon: CheckCheck },
] as const satisfies readonly Workflow[];
export type WorkflowId = (typeof WORKFLOWS)[number]['id'];
