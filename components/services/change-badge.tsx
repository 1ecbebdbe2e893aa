import { Badge } from '@/components/ui/badge';
import type { PartChange } from '@/lib/model/topology/graph';
import { CHANGE_WORDS } from './service-list';

const TONES = { added: 'draft', removed: 'failed', changed: 'draft' } as const;

/** How something differs in the draft from what is deployed. */
export function ChangeBadge({ change }: { change: PartChange | null }) {
  return change && <Badge tone={TONES[change]}>{CHANGE_WORDS[change]}</Badge>;
}
