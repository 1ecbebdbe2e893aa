'use client';
import { LogOut, UserRound } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { Avatar } from '@/components/ui/avatar';
import { Menu, MenuItem, MenuLink, MenuSeparator } from '@/components/ui/menu';
import { LanguageChoice } from './language-choice';
import { useMe } from './me-context';
import { useSignOut } from './use-sign-out';

/** Who is signed in, as what, and the way out. */
export function UserMenu({ compact = false }: { compact?: boolean }) {
  const { user, role } = useMe();
  const t = useTranslations('shell');
  const signOut = useSignOut();
  return (
    <Menu
      align={compact ? 'end' : 'start'}
      trigger={
        <button
          type="button"
          className="flex h-11 w-full min-w-0 items-center gap-2.5 rounded-md px-2 text-left transition-colors hover:bg-hover"
        >
          <Avatar name={user.display_name} />
          <span className={compact ? 'sr-only' : 'min-w-0 flex-1'}>
            <span className="block truncate font-medium leading-4">{user.display_name}</span>
            <span className="block text-ink-muted text-xs leading-4">{t(`role.${role}`)}</span>
          </span>
        </button>
      }
    >
      <div className="px-2.5 py-2">
        <p className="font-medium">{user.display_name}</p>
        {user.email && <p className="text-[13px] text-ink-muted">{user.email}</p>}
        <p className="mt-1 text-[13px] text-ink-muted">
          {t(`role.${role}`)}. {t(`roleSentence.${role}`)}
        </p>
      </div>
      <MenuSeparator />
      <LanguageChoice />
      <MenuSeparator />
      <MenuLink icon={<UserRound aria-hidden />} href="/account">
        {t('account')}
      </MenuLink>
      <MenuItem icon={<LogOut aria-hidden />} onSelect={signOut}>
        {t('signOut')}
      </MenuItem>
    </Menu>
  );
}
