'use client';
import { Monitor, Moon, Sun } from 'lucide-react';
import { useTheme } from 'next-themes';
import { IconButton } from '@/components/ui/icon-button';
import { Menu, MenuChoice } from '@/components/ui/menu';

type Theme = 'system' | 'light' | 'dark';

/** Light, dark, or as the computer has it. */
export function ThemeSwitch() {
  const { theme, setTheme } = useTheme();
  return (
    <Menu
      trigger={
        <IconButton label="Choose light or dark">
          <Sun aria-hidden className="dark:hidden" />
          <Moon aria-hidden className="hidden dark:block" />
        </IconButton>
      }
    >
      <MenuChoice<Theme>
        label="Appearance"
        value={theme === 'light' || theme === 'dark' ? theme : 'system'}
        onChange={setTheme}
        options={[
          { value: 'light', label: 'Light', icon: <Sun aria-hidden /> },
          { value: 'dark', label: 'Dark', icon: <Moon aria-hidden /> },
          { value: 'system', label: 'As on this computer', icon: <Monitor aria-hidden /> },
        ]}
      />
    </Menu>
  );
}
