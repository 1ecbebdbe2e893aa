'use client';
import { NextLink } from '@/components/ui/next-link';
import { Brand } from './brand';
import { MainNav } from './main-nav';
import { PaletteButton } from './palette/palette';
import { SimulatedLabel } from './simulated-label';
import { TenantSwitcher } from './tenant-switcher';
import { ThemeSwitch } from './theme-switch';
import { UserMenu } from './user-menu';

/** The frame's left side on wide screens. */
export function Sidebar() {
  return (
    <div className="sticky top-0 hidden h-dvh w-56 shrink-0 flex-col gap-4 border-line border-r bg-surface px-3 py-4 lg:flex">
      <div className="flex items-center justify-between">
        <NextLink href="/" className="mx-1 flex rounded-md px-1.5">
          <Brand />
        </NextLink>
        <PaletteButton />
      </div>
      <TenantSwitcher />
      <MainNav />
      <div className="mt-auto flex flex-col gap-1">
        <SimulatedLabel />
        <div className="flex items-center gap-1 border-line border-t pt-2">
          <UserMenu />
          <ThemeSwitch />
        </div>
      </div>
    </div>
  );
}
