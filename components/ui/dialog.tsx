'use client';
import type { ComponentProps } from 'react';
import { onDemand } from './on-demand';

/** Asks or tells one thing and holds the page until it is answered. Focus returns to where it was. */
export const Dialog = onDemand<ComponentProps<typeof import('./dialog-panel').DialogPanel>>(
  async () => (await import('./dialog-panel')).DialogPanel,
);
