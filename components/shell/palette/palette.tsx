'use client';
import { Search } from 'lucide-react';
import dynamic from 'next/dynamic';
import { useTranslations } from 'next-intl';
import { createContext, type ReactNode, useCallback, useContext, useState } from 'react';
import { IconButton } from '@/components/ui/icon-button';
import { useShortcuts } from './use-shortcuts';

// Loaded when first asked for: most visits never open either.
const CommandPalette = dynamic(() => import('./command-palette').then((module) => module.CommandPalette));
const ShortcutHelp = dynamic(() => import('./shortcut-help').then((module) => module.ShortcutHelp));

type Shown = 'palette' | 'help';
const OpenPalette = createContext<() => void>(() => undefined);

/** The way anywhere without the mouse, for everything inside: listens to the keyboard, shows palette and help. */
export function Palette({ children }: { children: ReactNode }) {
  const [shown, setShown] = useState<Shown | null>(null);
  const [loaded, setLoaded] = useState<Shown[]>([]);
  const show = useCallback((what: Shown) => {
    setLoaded((before) => (before.includes(what) ? before : [...before, what]));
    setShown(what);
  }, []);
  const openPalette = useCallback(() => show('palette'), [show]);
  const openHelp = useCallback(() => show('help'), [show]);
  useShortcuts({ openPalette, openHelp });
  const close = (open: boolean) => !open && setShown(null);
  return (
    <OpenPalette value={openPalette}>
      {children}
      {loaded.includes('palette') && (
        <CommandPalette open={shown === 'palette'} onOpenChange={close} onShowShortcuts={openHelp} />
      )}
      {loaded.includes('help') && <ShortcutHelp open={shown === 'help'} onOpenChange={close} />}
    </OpenPalette>
  );
}

/** Opens the palette. */
export function PaletteButton() {
  const t = useTranslations('shell.palette');
  return (
    <IconButton label={t('open')} onClick={useContext(OpenPalette)}>
      <Search aria-hidden />
    </IconButton>
  );
}
