import { Power } from 'lucide-react';
import { onDemand } from '@/components/ui/on-demand';
import type { FaceProps, SelectionAction } from '../action';
import { selectedUnits } from '../selected-units';

const OperateSelected = onDemand<FaceProps>(async () => (await import('../operate-selected')).OperateSelected);

/** Start, stop, restart, repair: whatever can be done with machines that are there. */
export const operate = {
  id: 'operate',
  icon: Power,
  offer(selection, { deployed }) {
    return selectedUnits(selection, deployed).length === 0 ? null : { face: OperateSelected };
  },
} as const satisfies SelectionAction;
