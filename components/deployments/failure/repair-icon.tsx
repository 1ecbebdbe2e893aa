import { RefreshCw, Unplug } from 'lucide-react';
import type { MachineRepair } from '@/lib/model/unit-repairs';

const ICONS = { replace: RefreshCw, takeOut: Unplug } as const;

/** The sign of what is done about a machine that does not come back. */
export function RepairIcon({ repair }: { repair: MachineRepair }) {
  const Icon = ICONS[repair];
  return <Icon aria-hidden />;
}
