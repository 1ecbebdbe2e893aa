'use client';
import { Search } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { type ComponentProps, createContext, type ReactNode, useCallback, useContext, useState } from 'react';
import { useWorkflowDialog } from '@/components/shell/workflows/use-workflow-dialog';
import { IconButton } from '@/components/ui/icon-button';
import { onDemand, usePreload } from '@/components/ui/on-demand';
import { useShortcuts } from './use-shortcuts';

const CommandPalette = onDemand<ComponentProps<typeof import('./command-palette').CommandPalette>>(
  async () => (await import('./command-palette')).CommandPalette,
);

const ShortcutHelp = onDemand<ComponentProps<typeof import('./shortcut-help').ShortcutHelp>>(
  async () => (await import('./shortcut-help')).ShortcutHelp,
);

type Shown = 'palette' | 'help';
const OpenPalette = createContext<() => void>(() => undefined);

/** Whoever opens the palette types on at once: its code must be there by then. */
const loadPalette = () => Promise.all([import('./command-palette'), import('@/components/ui/plain-dialog-panel')]);

/** The way anywhere without the mouse, for everything inside: listens to the keyboard, shows palette and help. */
export function Palette({ children }: { children: ReactNode }) {
  const [shown, setShown] = useState<Shown | null>(null);
  const openPalette = useCallback(() => setShown('palette'), []);
  const openHelp = useCallback(() => setShown('help'), []);
  useShortcuts({ openPalette, openHelp, isOpening: shown !== null });
  usePreload(loadPalette);
  const { ask, dialog } = useWorkflowDialog();
  const close = (open: boolean) => !open && setShown(null);
  return (
    <OpenPalette value={openPalette}>
      {children}
      <CommandPalette open={shown === 'palette'} onOpenChange={close} onShowShortcuts={openHelp} onAsk={ask} />
      <ShortcutHelp open={shown === 'help'} onOpenChange={close} />
      {dialog}
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
