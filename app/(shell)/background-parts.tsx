'use client';
import { EndNotifier } from '@/components/deployments/watch/end-notifier';
import { StepUp } from '@/components/shell/step-up';

/** Says when a watched deployment is over, and asks for a newer proof of who somebody is where a request needs one. */
export function BackgroundParts() {
  return (
    <>
      <EndNotifier />
      <StepUp />
    </>
  );
}
