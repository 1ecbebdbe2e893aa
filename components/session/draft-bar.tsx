'use client';
import { usePathname } from 'next/navigation';
import type { ComponentProps } from 'react';
import { onDemand, useLatched } from '@/components/ui/on-demand';
import { useDraft } from '@/lib/client/draft';

const DraftPane = onDemand<ComponentProps<typeof import('./draft-pane').DraftPane>>(
  async () => (await import('./draft-pane')).DraftPane,
);

/** A bar at the bottom edge: what is changed and not deployed, and whose it is. Most visits meet no draft. */
export function DraftBar({ environmentId }: { environmentId: string }) {
  const draft = useDraft(environmentId);
  const path = usePathname();
  const base = `/environments/${environmentId}`;
  const { mine, overtaken, others } = draft;
  // What it asked stays open while the draft that it asked about goes.
  const needed = useLatched(Boolean(mine ?? overtaken) || others.length > 0);
  // The review says the same, and more. Who adds a service has a way of their own, up to the draft; it ends here only
  // when the draft was overtaken.
  const elsewhere = path === `${base}/review` || (path.startsWith(`${base}/services/add`) && !overtaken);
  return needed && <DraftPane environmentId={environmentId} draft={draft} elsewhere={elsewhere} />;
}
