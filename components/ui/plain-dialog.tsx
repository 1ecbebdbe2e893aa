'use client';
import type { ComponentProps } from 'react';
import { onDemand } from './on-demand';

/** A dialog that is all content, near the top of the page; its title is for screen readers. */
export const PlainDialog = onDemand<ComponentProps<typeof import('./plain-dialog-panel').PlainDialogPanel>>(
  async () => (await import('./plain-dialog-panel')).PlainDialogPanel,
);
