'use client';
import { Ban, CircleCheck, KeyRound, ShieldCheck } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { Badge } from '@/components/ui/badge';
import { MenuItem } from '@/components/ui/menu';
import { Td, Tr } from '@/components/ui/table';
import type { UserView } from '@/lib/model/administration';
import { EntryMenu } from '../entry-menu';

export interface UserActions {
  onChange: () => void;
  onResetPassword: () => void;
  onToggle: () => void;
}

/** A user as a row of the table, for wide screens. */
export function UserRow({ user, ...actions }: { user: UserView } & UserActions) {
  const t = useTranslations('admin.users');
  return (
    <Tr>
      <Td className="max-w-72">
        <p className="truncate font-medium">{user.display_name}</p>
        <p className="truncate text-[13px] text-ink-muted">
          {user.email === '' ? user.name : t('nameAndEmail', { name: user.name, email: user.email })}
        </p>
      </Td>
      <Td>
        <Roles user={user} />
      </Td>
      <Td>
        <UserStatus user={user} />
      </Td>
      <Td className="w-12 pr-2 text-right">
        <ActionMenu user={user} {...actions} />
      </Td>
    </Tr>
  );
}

/** The same as a card, for narrow ones. */
export function UserCard({ user, ...actions }: { user: UserView } & UserActions) {
  return (
    <li className="flex items-start gap-2 rounded-xl border border-line bg-surface p-4 pr-2">
      <div className="flex min-w-0 flex-1 flex-col items-start gap-2">
        <div>
          <p className="break-words font-medium">{user.display_name}</p>
          <p className="break-all text-[13px] text-ink-muted">{user.name}</p>
        </div>
        <Roles user={user} />
        <UserStatus user={user} />
      </div>
      <ActionMenu user={user} {...actions} />
    </li>
  );
}

function Roles({ user }: { user: UserView }) {
  const t = useTranslations('admin.users');
  if (user.system_admin) {
    return (
      <Badge tone="accent" icon={<ShieldCheck aria-hidden />}>
        {t('systemAdmin')}
      </Badge>
    );
  }
  if (user.roles.length === 0) return <span className="text-ink-muted">{t('noRoles')}</span>;
  return (
    <ul className="flex flex-wrap gap-1.5">
      {user.roles.map(({ tenant_id, tenant_name, role }) => (
        <li key={tenant_id}>
          <Badge>{t('roleIn', { role: t(`role.${role}`), tenant: tenant_name })}</Badge>
        </li>
      ))}
    </ul>
  );
}

function UserStatus({ user }: { user: UserView }) {
  const t = useTranslations('admin.users');
  return user.enabled ? (
    <Badge tone="ready" icon={<CircleCheck aria-hidden />}>
      {t('enabled')}
    </Badge>
  ) : (
    <Badge tone="waiting" icon={<Ban aria-hidden />}>
      {t('disabled')}
    </Badge>
  );
}

function ActionMenu({ user, onChange, onResetPassword, onToggle }: { user: UserView } & UserActions) {
  const t = useTranslations('admin.users');
  return (
    <EntryMenu
      words={{
        more: t('more', { name: user.display_name }),
        change: t('change'),
        disable: t('disable'),
        enable: t('enable'),
      }}
      enabled={user.enabled}
      onChange={onChange}
      onToggle={onToggle}
    >
      <MenuItem icon={<KeyRound aria-hidden />} onSelect={onResetPassword}>
        {t('reset')}
      </MenuItem>
    </EntryMenu>
  );
}
