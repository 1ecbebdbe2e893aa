import {
  Bot,
  CheckCheck,
  Download,
  Hammer,
  type LucideIcon,
  Moon,
  PackagePlus,
  Play,
  RotateCw,
  Square,
  Stethoscope,
  Sunrise,
  Undo2,
  Wrench,
} from 'lucide-react';
import type { LifecycleWorkflow } from '@/lib/model/runs/lifecycle-workflows';
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

/**
 * What can be done besides with the parts of a blueprint, in the order in which it is offered: on services and environments
 * where there is something to do. One more is a line here and its words (`workflows`).
 */
export const PART_WORKFLOWS = [
  { id: 'install', icon: PackagePlus },
  { id: 'reinstall', icon: Hammer },
  { id: 'rollback', icon: Undo2 },
  { id: 'pull', icon: Download },
  { id: 'install_new_agents', icon: Bot },
] as const satisfies readonly { id: LifecycleWorkflow; icon: LucideIcon }[];
export type PartWorkflowId = (typeof PART_WORKFLOWS)[number]['id'];
