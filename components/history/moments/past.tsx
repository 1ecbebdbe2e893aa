'use client';
import type { ComponentProps } from 'react';
import { onDemand } from '@/components/ui/on-demand';

/** The time machine of an environment, for a page that shows a drawing: its code comes when it is shown. */
export const Past = onDemand<ComponentProps<typeof import('./time-machine').TimeMachine>>(
  async () => (await import('./time-machine')).TimeMachine,
);
