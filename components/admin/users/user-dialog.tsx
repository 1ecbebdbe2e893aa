'use client';
import { useTranslations } from 'next-intl';
import { type FormEvent, useId, useState } from 'react';
import { Button } from '@/components/ui/button';
import { Checkbox } from '@/components/ui/checkbox';
import { Dialog } from '@/components/ui/dialog';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { Notice } from '@/components/ui/notice';
import { Select } from '@/components/ui/select';
import type { UserInput } from '@/lib/client/administration';
import { isApiProblem, sentenceOf } from '@/lib/client/api-problem';
import { fieldSentence } from '@/lib/client/field-sentence';
import { ROLES } from '@/lib/model/actor';
import type { UserView } from '@/lib/model/administration';
import { type PickableTenant, TenantPicker } from '../tenant-picker';

const NO_ROLE = 'none';

/** Asks for everything about a user: a new one, or one to change. Mount it anew for each. */
export function UserDialog({
  user,
  pending,
  error,
  onSubmit,
  onClose,
}: {
  /** null: a new one */
  user: UserView | null;
  pending: boolean;
  error: unknown;
  onSubmit: (input: UserInput) => void;
  onClose: () => void;
}) {
  const t = useTranslations('admin.users.form');
  const formId = useId();
  const [input, setInput] = useState<UserInput>(() => ({
    name: user?.name ?? '',
    display_name: user?.display_name ?? '',
    email: user?.email ?? '',
    system_admin: user?.system_admin ?? false,
    roles: user?.roles.map(({ tenant_id, role }) => ({ tenant_id, role })) ?? [],
  }));
  const change = (next: Partial<UserInput>) => setInput((before) => ({ ...before, ...next }));
  const fieldError = (path: string) => fieldSentence(error, path);
  const taken = isApiProblem(error) && error.code === 'user_name_taken' ? error.sentence : undefined;
  const atField = ['name', 'display_name', 'email'].some(fieldError) || taken;

  function submit(event: FormEvent) {
    event.preventDefault();
    if (!pending) onSubmit(input);
  }

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={user ? t('change', { name: user.display_name }) : t('create')}
      description={user ? undefined : t('createHelp')}
      footer={
        <>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button type="submit" form={formId} variant="primary" pending={pending}>
            {user ? t('save') : t('create')}
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={submit} noValidate className="flex flex-col gap-4">
        <Field label={t('name')} help={t('nameHelp')} error={fieldError('name') ?? taken} disabled={user !== null}>
          <Input
            value={input.name}
            onValueChange={(name) => change({ name })}
            disabled={user !== null}
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
            maxLength={64}
          />
        </Field>
        <Field label={t('displayName')} error={fieldError('display_name')}>
          <Input
            value={input.display_name}
            onValueChange={(display_name) => change({ display_name })}
            autoComplete="off"
            maxLength={255}
          />
        </Field>
        <Field label={t('email')} optional error={fieldError('email')}>
          <Input
            type="email"
            value={input.email}
            onValueChange={(email) => change({ email })}
            autoComplete="off"
            maxLength={255}
          />
        </Field>
        <Checkbox
          checked={input.system_admin}
          onCheckedChange={(system_admin) => change({ system_admin })}
          label={t('systemAdmin')}
          help={t('systemAdminHelp')}
        />
        <RolesField
          user={user}
          everywhere={input.system_admin}
          roles={input.roles}
          onChange={(roles) => change({ roles })}
        />
        {error !== null && !atField && <Notice tone="failed">{sentenceOf(error)}</Notice>}
      </form>
    </Dialog>
  );
}

type Role = UserInput['roles'][number]['role'];

/** The role in each tenant; an administrator of the installation needs none. */
function RolesField({
  user,
  everywhere,
  roles,
  onChange,
}: {
  /** null: a new one */
  user: UserView | null;
  everywhere: boolean;
  roles: UserInput['roles'];
  onChange: (roles: UserInput['roles']) => void;
}) {
  const t = useTranslations('admin.users.form');
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="mb-1.5 font-medium">{t('roles')}</legend>
      {everywhere ? (
        <p className="text-ink-muted">{t('everywhere')}</p>
      ) : (
        <TenantPicker decided={user?.roles.map((one) => ({ id: one.tenant_id, name: one.tenant_name })) ?? []}>
          {(tenants) =>
            tenants.map((tenant) => (
              <RoleRow
                key={tenant.id}
                tenant={tenant}
                role={roles.find(({ tenant_id }) => tenant_id === tenant.id)?.role ?? null}
                onChange={(role) =>
                  onChange([
                    ...roles.filter(({ tenant_id }) => tenant_id !== tenant.id),
                    ...(role ? [{ tenant_id: tenant.id, role }] : []),
                  ])
                }
              />
            ))
          }
        </TenantPicker>
      )}
    </fieldset>
  );
}

function RoleRow({
  tenant,
  role,
  onChange,
}: {
  tenant: PickableTenant;
  role: Role | null;
  onChange: (role: Role | null) => void;
}) {
  const t = useTranslations('admin.users');
  return (
    <div className="flex items-center justify-between gap-4">
      <span className="min-w-0 truncate">
        {tenant.name}
        {!tenant.enabled && <span className="text-ink-muted"> {t('form.tenantOff')}</span>}
      </span>
      <Select
        label={t('form.roleIn', { tenant: tenant.name })}
        className="w-40 shrink-0"
        value={role ?? NO_ROLE}
        onValueChange={(value) => onChange(ROLES.find((known) => known === value) ?? null)}
        options={[
          { value: NO_ROLE, label: t('form.noRole') },
          ...ROLES.map((known) => ({ value: known, label: t(`role.${known}`) })),
        ]}
      />
    </div>
  );
}
