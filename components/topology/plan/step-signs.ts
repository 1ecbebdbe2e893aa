import {
  CheckCheck,
  CirclePlus,
  CircleStop,
  Hammer,
  type LucideIcon,
  Minus,
  Moon,
  Play,
  RotateCw,
  ScanSearch,
  Settings2,
  SquareTerminal,
  Stethoscope,
  Sunrise,
  Trash2,
  Undo2,
  Wrench,
} from 'lucide-react';
import type { UnitPlan } from '@/lib/model/runs/unit-plan';

/** The sign of a step of a plan: a shape of its own and the colour of its words, so that colour is never all there is. */
export interface StepSign {
  icon: LucideIcon;
  /** of its icon and its words */
  text: string;
  /** of the box around it */
  box: string;
}

const LOOKING = { text: 'text-running-text', box: 'border-running-solid ring-2 ring-running-solid/40' };
const MENDING = { text: 'text-attention-text', box: 'border-attention-solid ring-2 ring-attention-solid/40' };
const LOSING = { text: 'text-failed-text', box: 'border-failed-solid ring-2 ring-failed-solid/40' };
const WAKING = { text: 'text-ready-text', box: 'border-ready-solid ring-2 ring-ready-solid/40' };

/** The sign of each step, on machines and in the legend. */
export const STEP_SIGNS: Record<UnitPlan['does'], StepSign> = {
  start: { icon: Play, ...WAKING },
  wake: { icon: Sunrise, ...WAKING },
  restart: { icon: RotateCw, ...LOOKING },
  check: { icon: Stethoscope, ...LOOKING },
  compare: { icon: ScanSearch, ...LOOKING },
  run: { icon: SquareTerminal, ...LOOKING },
  change: { icon: Settings2, ...LOOKING },
  repair: { icon: Wrench, ...MENDING },
  update: { icon: CheckCheck, ...MENDING },
  setUp: {
    icon: CirclePlus,
    text: 'text-draft-text',
    box: 'border-dashed border-draft-solid ring-2 ring-draft-solid/40',
  },
  stop: { icon: CircleStop, text: 'text-stopped-text', box: 'border-stopped-solid ring-2 ring-stopped-solid/40' },
  suspend: { icon: Moon, text: 'text-suspended-text', box: 'border-suspended-solid ring-2 ring-suspended-solid/40' },
  replace: { icon: Hammer, ...LOSING },
  remove: { icon: Trash2, ...LOSING },
  rollBack: { icon: Undo2, ...LOSING },
  nothing: { icon: Minus, text: 'text-ink-muted', box: '' },
};
