'use client';
import { Drama } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { type ComponentProps, useState } from 'react';
import { Button } from '@/components/ui/button';
import { onDemand } from '@/components/ui/on-demand';

const RehearseDialog = onDemand<ComponentProps<typeof import('./rehearse-dialog').RehearseDialog>>(
  async () => (await import('./rehearse-dialog')).RehearseDialog,
);

/** Plays what deploying would do, on a copy. */
export function RehearseButton({
  pending,
  reason,
  ...asked
}: Omit<ComponentProps<typeof RehearseDialog>, 'open' | 'onOpenChange'> & {
  /** a deploy was asked for; that the draft is read again meanwhile keeps nobody from opening the dialog */
  pending: boolean;
  /** why it cannot be played now */
  reason: string | null;
}) {
  const t = useTranslations('session.rehearsal');
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button size="lg" disabledReason={reason} disabled={pending} onClick={() => setOpen(true)}>
        <Drama aria-hidden className="size-4 max-sm:hidden" />
        {t('action')}
      </Button>
      <RehearseDialog {...asked} open={open} onOpenChange={setOpen} />
    </>
  );
}
