'use client';
import { Search, UserPlus } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { type ComponentProps, useCallback, useState } from 'react';
import { QueryResult } from '@/components/status/query-result';
import { Button } from '@/components/ui/button';
import { Confirm } from '@/components/ui/confirm';
import { EmptyState } from '@/components/ui/empty-state';
import { onDemand } from '@/components/ui/on-demand';
import { ShowMore } from '@/components/ui/show-more';
import { useToast } from '@/components/ui/toast';
import { type UserInput, useChangeUser, useCreateUser, useResetPassword, useUsers } from '@/lib/client/administration';
import { sentenceOf } from '@/lib/client/api-problem';
import { onSuccess } from '@/lib/client/on-success';
import type { UserView, WithPassword } from '@/lib/model/administration';
import { AdminSection } from '../admin-section';
import { SearchLine } from '../search-line';
import { useUrlFilters } from '../use-url-filters';
import { UserLine } from './user-row';

const PasswordDialog = onDemand<ComponentProps<typeof import('./password-dialog').PasswordDialog>>(
  async () => (await import('./password-dialog')).PasswordDialog,
);

const UserDialog = onDemand<ComponentProps<typeof import('./user-dialog').UserDialog>>(
  async () => (await import('./user-dialog')).UserDialog,
);

const RemoveProofConfirm = onDemand<ComponentProps<typeof import('./remove-proof-confirm').RemoveProofConfirm>>(
  async () => (await import('./remove-proof-confirm')).RemoveProofConfirm,
);

const SignInsDialog = onDemand<ComponentProps<typeof import('./sign-ins-dialog').SignInsDialog>>(
  async () => (await import('./sign-ins-dialog')).SignInsDialog,
);

type Open =
  | { what: 'form' | 'reset' | 'toggle' | 'sign-ins' | 'totp' | 'passkeys'; user: UserView }
  | { what: 'new' }
  | null;

/** Everyone there is: made, changed, disabled, given a new password; never deleted. */
export function UsersPage() {
  const t = useTranslations('admin.users');
  const toast = useToast();
  const [filters, change] = useUrlFilters(['q']);
  const users = useUsers(filters.q);
  const search = useCallback((q: string) => change({ q }), [change]);
  const [open, setOpen] = useState<Open>(null);
  const [made, setMade] = useState<WithPassword | null>(null);
  const creating = useCreateUser();
  const changing = useChangeUser();
  const resetting = useResetPassword();
  const show = (next: Open) => {
    creating.reset();
    changing.reset();
    resetting.reset();
    setOpen(next);
  };
  const save = (input: UserInput) => {
    if (open?.what === 'new') {
      onSuccess(creating.mutateAsync(input), (answer) => {
        setOpen(null);
        setMade(answer);
      });
    } else if (open?.what === 'form') {
      const { name: _fixed, ...rest } = input;
      onSuccess(changing.mutateAsync({ userId: open.user.id, ...rest }), (user) => {
        setOpen(null);
        toast.success(t('saved', { name: user.display_name }));
      });
    }
  };
  return (
    <AdminSection
      name="users"
      title={t('title')}
      actions={
        <Button variant="primary" onClick={() => show({ what: 'new' })}>
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
            onChange: () => show({ what: 'form', user }),
            onResetPassword: () => show({ what: 'reset', user }),
            onToggle: () => show({ what: 'toggle', user }),
            onSignIns: () => show({ what: 'sign-ins', user }),
            onRemove: (proof: 'totp' | 'passkeys') => show({ what: proof, user }),
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
      {(open?.what === 'new' || open?.what === 'form') && (
        <UserDialog
          user={open.what === 'form' ? open.user : null}
          pending={creating.isPending || changing.isPending}
          error={creating.error ?? changing.error}
          onSubmit={save}
          onClose={() => show(null)}
        />
      )}
      {(open?.what === 'totp' || open?.what === 'passkeys') && (
        <RemoveProofConfirm user={open.user} proof={open.what} onClose={() => show(null)} />
      )}
      {open?.what === 'sign-ins' && <SignInsDialog user={open.user} onClose={() => show(null)} />}
      {open?.what === 'reset' && (
        <Confirm
          open
          onOpenChange={() => show(null)}
          title={t('resetTitle', { name: open.user.display_name })}
          confirmLabel={t('reset')}
          pending={resetting.isPending}
          error={sentenceOf(resetting.error)}
          onConfirm={() =>
            onSuccess(resetting.mutateAsync(open.user.id), (answer) => {
              setOpen(null);
              setMade(answer);
            })
          }
        >
          <p>{t('resetSentence')}</p>
        </Confirm>
      )}
      {open?.what === 'toggle' && (
        <Confirm
          open
          onOpenChange={() => show(null)}
          title={t(open.user.enabled ? 'disableTitle' : 'enableTitle', { name: open.user.display_name })}
          confirmLabel={t(open.user.enabled ? 'disable' : 'enable')}
          pending={changing.isPending}
          error={sentenceOf(changing.error)}
          onConfirm={() =>
            onSuccess(changing.mutateAsync({ userId: open.user.id, enabled: !open.user.enabled }), (user) => {
              setOpen(null);
              toast.success(t('saved', { name: user.display_name }));
            })
          }
        >
          <p>{t(open.user.enabled ? 'disableSentence' : 'enableSentence')}</p>
        </Confirm>
      )}
      {made && <PasswordDialog made={made} onClose={() => setMade(null)} />}
    </AdminSection>
  );
}
