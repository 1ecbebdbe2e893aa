import { Unplug } from 'lucide-react';
import { onDemand } from '@/components/ui/on-demand';
import type { AskProps, SelectionAction } from '../action';
import { selectedUnits } from '../selected-units';

const WhatIfPanel = onDemand<AskProps>(async () => (await import('../what-if-panel')).WhatIfPanel);

/** What becomes of everything when these machines fail: told before anything happens. */
export const whatIf = {
  id: 'whatIf',
  icon: Unplug,
  offer(selection, { deployed, services, draft, simulated }) {
    const there = [...deployed, ...(draft === null ? [] : services)];
    return simulated && selectedUnits(selection, there).length > 0 ? { ask: WhatIfPanel } : null;
  },
} as const satisfies SelectionAction;
