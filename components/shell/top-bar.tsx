'use client';
import { Menu as MenuIcon } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { Drawer } from '@/components/ui/drawer';
import { IconButton } from '@/components/ui/icon-button';
import { NextLink } from '@/components/ui/next-link';
import { Brand } from './brand';
import { MainNav } from './main-nav';
import { PaletteButton } from './palette/palette';
import { SimulatedLabel } from './simulated-label';
import { TenantSwitcher } from './tenant-switcher';
import { ThemeSwitch } from './theme-switch';
import { UserMenu } from './user-menu';

/** The frame's top on narrow screens; the places of the product are in a drawer. */
export function TopBar() {
  const [open, setOpen] = useState(false);
  const t = useTranslations('shell');
  return (
    <div className="sticky top-0 z-30 flex h-14 items-center gap-1 border-line border-b bg-surface px-2 lg:hidden">
      <IconButton label={t('menu')} onClick={() => setOpen(true)}>
        <MenuIcon aria-hidden />
      </IconButton>
      <NextLink href="/" className="flex rounded-md px-1">
        <Brand />
      </NextLink>
      <div className="ml-auto flex items-center">
        <PaletteButton />
        <ThemeSwitch />
        <div className="w-11">
          <UserMenu compact />
        </div>
      </div>
      <Drawer open={open} onOpenChange={setOpen} title="Vetro" side="left">
        <div className="flex flex-col gap-4">
          <TenantSwitcher />
          <MainNav onNavigate={() => setOpen(false)} />
          <SimulatedLabel />
        </div>
      </Drawer>
    </div>
  );
}
