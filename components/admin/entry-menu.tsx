'use client';
import { Ban, CircleCheck, Ellipsis, Pencil } from 'lucide-react';
import type { ReactNode } from 'react';
import { IconButton } from '@/components/ui/icon-button';
import { Menu, MenuItem, MenuSeparator } from '@/components/ui/menu';

interface EntryMenuProps {
  words: Record<'more' | 'change' | 'disable' | 'enable', string>;
  enabled: boolean;
  onChange: () => void;
  onToggle: () => void;
  /** what may be done with this kind of entry besides */
  children?: ReactNode;
}

/** What may be done with one user or one tenant: changed, more of its own, and switched off or on. */
export function EntryMenu({ words, enabled, onChange, onToggle, children }: EntryMenuProps) {
  return (
    <Menu
      trigger={
        <IconButton label={words.more}>
          <Ellipsis aria-hidden />
        </IconButton>
      }
    >
      <MenuItem icon={<Pencil aria-hidden />} onSelect={onChange}>
        {words.change}
      </MenuItem>
      {children}
      <MenuSeparator />
      {enabled ? (
        <MenuItem danger icon={<Ban aria-hidden />} onSelect={onToggle}>
          {words.disable}
        </MenuItem>
      ) : (
        <MenuItem icon={<CircleCheck aria-hidden />} onSelect={onToggle}>
          {words.enable}
        </MenuItem>
      )}
    </Menu>
  );
}
