import { Trash2 } from 'lucide-react';
import { onDemand } from '@/components/ui/on-demand';
import type { AskProps, SelectionAction } from '../action';
import { removalPlan } from '../removal-plan';

const RemoveSelected = onDemand<AskProps>(async () => (await import('../remove-selected')).RemoveSelected);

export const removeFromDraft = {
  id: 'remove',
  icon: Trash2,
  danger: true,
  offer(selection, { services, types, editReason, refusals }) {
    const plan = removalPlan(selection, services, types);
    if (plan === null) return null;
    if (editReason !== null) return { refused: editReason };
    return 'why' in plan ? { refused: refusals(plan.why, plan.name, plan.least) } : { ask: RemoveSelected };
  },
} as const satisfies SelectionAction;
