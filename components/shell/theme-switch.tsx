'use client';
import { Monitor, Moon, Sun } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { useTheme } from 'next-themes';
import { IconButton } from '@/components/ui/icon-button';
import { Menu, MenuChoice } from '@/components/ui/menu';

type Theme = 'system' | 'light' | 'dark';

/** Light, dark, or as the computer has it. */
export function ThemeSwitch() {
  const { theme, setTheme } = useTheme();
  const t = useTranslations('shell.theme');
  return (
    <Menu
      trigger={
        <IconButton label={t('choose')}>
          <Sun aria-hidden className="dark:hidden" />
          <Moon aria-hidden className="hidden dark:block" />
        </IconButton>
      }
    >
      <MenuChoice<Theme>
        label={t('label')}
        value={theme === 'light' || theme === 'dark' ? theme : 'system'}
        onChange={setTheme}
        options={[
          { value: 'light', label: t('light'), icon: <Sun aria-hidden /> },
          { value: 'dark', label: t('dark'), icon: <Moon aria-hidden /> },
          { value: 'system', label: t('system'), icon: <Monitor aria-hidden /> },
        ]}
      />
    </Menu>
  );
}
