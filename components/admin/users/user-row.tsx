'use client';
import { Ban, CircleCheck, Fingerprint, KeyRound, MonitorSmartphone, ShieldCheck, Smartphone } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { Badge } from '@/components/ui/badge';
import { MenuItem } from '@/components/ui/menu';
import type { UserProof, UserView } from '@/lib/model/administration';
import { EntryMenu } from '../entry-menu';

export interface UserActions {
  onChange: () => void;
  onResetPassword: () => void;
  onToggle: () => void;
  onSignIns: () => void;
  onRemove: (proof: UserProof) => void;
}

/** One user: who it is, what they may do where, whether they may sign in. Not laid out while out of sight. */
export function UserLine({ user, ...actions }: { user: UserView } & UserActions) {
  const t = useTranslations('admin.users');
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-2 border-line border-b bg-surface py-3 pr-2 pl-4 [contain-intrinsic-size:auto_4.5rem] [content-visibility:auto] last:border-b-0 md:grid-cols-[minmax(0,18rem)_minmax(0,1fr)_7rem_auto]">
      <div className="min-w-0">
        <p className="break-words font-medium md:truncate">{user.display_name}</p>
        <p className="break-all text-[13px] text-ink-muted md:truncate">
          {user.email === '' ? user.name : t('nameAndEmail', { name: user.name, email: user.email })}
        </p>
      </div>
      <div className="order-1 col-span-2 md:order-none md:col-span-1">
        <Roles user={user} />
      </div>
      <div className="order-1 col-span-2 md:order-none md:col-span-1">
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

function ActionMenu({
  user,
  onChange,
  onResetPassword,
  onToggle,
  onSignIns,
  onRemove,
}: { user: UserView } & UserActions) {
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
      <MenuItem icon={<MonitorSmartphone aria-hidden />} onSelect={onSignIns}>
        {t('showSignIns')}
      </MenuItem>
      {user.second_factor && (
        <MenuItem icon={<Smartphone aria-hidden />} onSelect={() => onRemove('totp')}>
          {t('remove.totp')}
        </MenuItem>
      )}
      {user.passkeys > 0 && (
        <MenuItem icon={<Fingerprint aria-hidden />} onSelect={() => onRemove('passkeys')}>
          {t('remove.passkeys')}
        </MenuItem>
      )}
    </EntryMenu>
  );
}
