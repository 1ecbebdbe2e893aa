import { Bot, Download, Hammer, type LucideIcon, PackagePlus, Undo2 } from 'lucide-react';
import type { LifecycleWorkflow } from '@/lib/model/runs/lifecycle-workflows';

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
