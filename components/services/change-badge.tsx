'use client';
import { useTranslations } from 'next-intl';
import { Badge } from '@/components/ui/badge';
import type { PartChange } from '@/lib/model/topology/graph';

const TONES = { added: 'draft', removed: 'failed', changed: 'draft' } as const;

/** How something differs in the draft from what is deployed. */
export function ChangeBadge({ change }: { change: PartChange | null }) {
  const t = useTranslations('services.changes');
  return change && <Badge tone={TONES[change]}>{t(change)}</Badge>;
}
