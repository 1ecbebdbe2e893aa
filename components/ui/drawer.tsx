'use client';
import type { ComponentProps } from 'react';
import { onDemand } from './on-demand';

/** A panel from the side, swiped or pressed away. `modal={false}` leaves the page usable beside it. */
export const Drawer = onDemand<ComponentProps<typeof import('./drawer-panel').DrawerPanel>>(
  async () => (await import('./drawer-panel')).DrawerPanel,
);
