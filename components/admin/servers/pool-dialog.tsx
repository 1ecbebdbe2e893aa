'use client';
import { useTranslations } from 'next-intl';
import { type FormEvent, useId, useState } from 'react';
import { Button } from '@/components/ui/button';
import { Checkbox } from '@/components/ui/checkbox';
import { Dialog } from '@/components/ui/dialog';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { Notice } from '@/components/ui/notice';
import { RadioCards } from '@/components/ui/radio-cards';
import { isApiProblem, sentenceOf } from '@/lib/client/api-problem';
import type { ServerPoolInput } from '@/lib/client/server-pools';
import { SERVER_SYSTEMS, type ServerSystem, SYSTEM_ACCOUNT_ONLY } from '@/lib/model/server-systems';
import type { ServerPoolView } from '@/lib/model/servers';
import { TenantPicker } from '../tenant-picker';

/** Asks for the name of a pool, who may use it, and whether plans may have the system's own account there. */
export function PoolDialog({
  pool,
  pending,
  error,
  onSubmit,
  onClose,
}: {
  /** null: a new one */
  pool: ServerPoolView | null;
  pending: boolean;
  error: unknown;
  onSubmit: (input: ServerPoolInput) => void;
  onClose: () => void;
}) {
  const t = useTranslations('admin.servers.pools.form');
  const formId = useId();
  const [name, setName] = useState(pool?.name ?? '');
  const [use, setUse] = useState<'all' | 'some'>(pool === null || !pool.open_to_all ? 'some' : 'all');
  const [tenants, setTenants] = useState<string[]>(pool?.tenants.map(({ id }) => id) ?? []);
  const [systems, setSystems] = useState<ServerSystem[]>(pool?.system_accounts ?? [...SYSTEM_ACCOUNT_ONLY]);
  const atName = isApiProblem(error)
    ? (error.fields.find(({ path }) => path === 'name')?.sentence ??
      (error.code === 'server_pool_name_taken' ? error.sentence : undefined))
    : undefined;

  function submit(event: FormEvent) {
    event.preventDefault();
    if (!pending) onSubmit({ name, open_to_all: use === 'all', tenants, system_accounts: systems });
  }

  const system = (one: ServerSystem) => (
    <Checkbox
      key={one}
      checked={systems.includes(one)}
      onCheckedChange={(on) => setSystems(withOne(systems, one, on))}
      label={t(`system.${one}`)}
      help={t(`systemHelp.${one}`)}
    />
  );

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={pool ? t('change', { name: pool.name }) : t('add')}
      footer={
        <>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button type="submit" form={formId} variant="primary" pending={pending}>
            {t('save')}
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={submit} noValidate className="flex flex-col gap-4">
        <Field label={t('name')} error={atName}>
          <Input value={name} onValueChange={setName} autoComplete="off" maxLength={100} />
        </Field>
        <RadioCards
          label={t('use')}
          value={use}
          options={[
            { value: 'some', label: t('some'), help: t('someHelp') },
            { value: 'all', label: t('all'), help: t('allHelp') },
          ]}
          onChange={setUse}
        />
        {use === 'some' && (
          <fieldset>
            <legend className="mb-1 font-medium">{t('tenants')}</legend>
            <TenantPicker decided={pool?.tenants ?? []}>
              {(listed) =>
                listed.map(({ id, name: label }) => (
                  <Checkbox
                    key={id}
                    checked={tenants.includes(id)}
                    onCheckedChange={(on) => setTenants(withOne(tenants, id, on))}
                    label={label}
                  />
                ))
              }
            </TenantPicker>
          </fieldset>
        )}
        <fieldset>
          <legend className="mb-1 font-medium">{t('systems')}</legend>
          {SERVER_SYSTEMS.map(system)}
        </fieldset>
        {error !== null && !atName && <Notice tone="failed">{sentenceOf(error)}</Notice>}
      </form>
    </Dialog>
  );
}

function withOne<Value>(all: readonly Value[], one: Value, on: boolean): Value[] {
  const others = all.filter((value) => value !== one);
  return on ? [...others, one] : others;
}
