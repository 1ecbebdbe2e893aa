'use client';
import { useEffect, useState } from 'react';
import { onDemand } from '@/components/ui/on-demand';
import { askForProofBy } from '@/lib/client/step-up';

const StepUpDialog = onDemand<{ onSettled: (isProven: boolean) => void }>(
  async () => (await import('./step-up-dialog')).StepUpDialog,
);

/** Asks for a newer proof of who somebody is, wherever in the dashboard a request needs one. */
export function StepUp() {
  const [settle, setSettle] = useState<((isProven: boolean) => void) | null>(null);
  useEffect(() => askForProofBy(() => new Promise((resolve) => setSettle(() => resolve))), []);
  if (!settle) return null;
  const onSettled = (isProven: boolean) => {
    setSettle(null);
    settle(isProven);
  };
  return <StepUpDialog onSettled={onSettled} />;
}
