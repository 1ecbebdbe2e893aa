'use client';
import { Search, UserPlus } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { type ComponentProps, useCallback, useState } from 'react';
import { QueryResult } from '@/components/status/query-result';
import { Button } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';
import { onDemand } from '@/components/ui/on-demand';
import { ShowMore } from '@/components/ui/show-more';
import { useUsers } from '@/lib/client/administration';
import type { UserProof, UserView, WithPassword } from '@/lib/model/administration';
import { AdminSection } from '../admin-section';
import { SearchLine } from '../search-line';
import { useUrlFilters } from '../use-url-filters';
import { ChangeUser, CreateUser, ResetPassword, SwitchUser } from './user-changes';
import { UserLine } from './user-row';

const PasswordDialog = onDemand<ComponentProps<typeof import('./password-dialog').PasswordDialog>>(
  async () => (await import('./password-dialog')).PasswordDialog,
);

const RemoveProofConfirm = onDemand<ComponentProps<typeof import('./remove-proof-confirm').RemoveProofConfirm>>(
  async () => (await import('./remove-proof-confirm')).RemoveProofConfirm,
);

const SignInsDialog = onDemand<ComponentProps<typeof import('./sign-ins-dialog').SignInsDialog>>(
  async () => (await import('./sign-ins-dialog')).SignInsDialog,
);

type Open = { what: 'form' | 'reset' | 'toggle' | 'sign-ins' | UserProof; user: UserView } | { what: 'new' } | null;

/** Everyone there is: made, changed, disabled, given a new password; never deleted. */
export function UsersPage() {
  const t = useTranslations('admin.users');
  const [filters, change] = useUrlFilters(['q']);
  const users = useUsers(filters.q);
  const search = useCallback((q: string) => change({ q }), [change]);
  const [open, setOpen] = useState<Open>(null);
  const [made, setMade] = useState<WithPassword | null>(null);
  const close = () => setOpen(null);
  return (
    <AdminSection
      name="users"
      title={t('title')}
      actions={
        <Button variant="primary" onClick={() => setOpen({ what: 'new' })}>
          <UserPlus aria-hidden />
          {t('create')}
        </Button>
      }
    >
      <QueryResult of={users}>
        {({ pages }) => {
          const shown = pages.flatMap((page) => page.users);
          const count = pages[0]?.count ?? 0;
          const actions = (user: UserView) => ({
            onChange: () => setOpen({ what: 'form', user }),
            onResetPassword: () => setOpen({ what: 'reset', user }),
            onToggle: () => setOpen({ what: 'toggle', user }),
            onSignIns: () => setOpen({ what: 'sign-ins', user }),
            onRemove: (proof: UserProof) => setOpen({ what: proof, user }),
          });
          return (
            <>
              <SearchLine label={t('search')} value={filters.q} onChange={search} found={t('found', { count })} />
              {count === 0 && <EmptyState icon={<Search />} title={t('none')} />}
              <ul aria-label={t('title')} className="overflow-hidden rounded-xl border border-line empty:hidden">
                {shown.map((user) => (
                  <UserLine key={user.id} user={user} {...actions(user)} />
                ))}
              </ul>
              <ShowMore of={users} shown={shown.length} all={count} />
            </>
          );
        }}
      </QueryResult>
      {open?.what === 'new' && <CreateUser onMade={setMade} onClose={close} />}
      {open?.what === 'form' && <ChangeUser user={open.user} onClose={close} />}
      {(open?.what === 'totp' || open?.what === 'passkeys') && (
        <RemoveProofConfirm user={open.user} proof={open.what} onClose={close} />
      )}
      {open?.what === 'sign-ins' && <SignInsDialog user={open.user} onClose={close} />}
      {open?.what === 'reset' && <ResetPassword user={open.user} onMade={setMade} onClose={close} />}
      {open?.what === 'toggle' && <SwitchUser user={open.user} onClose={close} />}
      {made && <PasswordDialog made={made} onClose={() => setMade(null)} />}
    </AdminSection>
  );
}
