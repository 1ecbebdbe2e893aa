'use client';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { TenantSelect } from '@/components/shell/tenant-select';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { FoundSelect, type OptionSearch, searchBeyond } from '@/components/ui/found-select';
import { Input } from '@/components/ui/input';
import { SearchField } from '@/components/ui/search-field';
import { type AuditFilters as Filters, useAuditActions, useUsers } from '@/lib/client/administration';
import { useActionWords } from './action-words';

const ANY = 'any';
/** So many users are offered to choose from; others are found by their names. */
const OFFERED = 100;

/** Who, what, where, when, and words: all of it in the address. */
export function AuditFilters({
  filters,
  onChange,
}: {
  filters: Filters;
  onChange: (change: Partial<Filters>) => void;
}) {
  const t = useTranslations('admin.audit.filter');
  const findUser = useTranslations('admin')('findUser');
  const [person, setPerson] = useState('');
  const users = useUsers(person, OFFERED).data?.pages[0];
  const searchUsers = searchBeyond(OFFERED, users?.count, { label: findUser, words: person, onChange: setPerson });
  const actions = useAuditActions();
  const words = useActionWords();
  const groups = [...new Set((actions.data ?? []).map((action) => action.split('.')[0] ?? action))];
  const choose = (
    key: 'user' | 'action',
    label: string,
    any: string,
    options: [string, string][],
    search: OptionSearch | null = null,
  ) => (
    <FoundSelect
      label={label}
      search={search}
      className="w-full sm:w-40"
      value={filters[key] === '' ? ANY : filters[key]}
      onValueChange={(value) => onChange({ [key]: value === ANY ? '' : value })}
      options={[{ value: ANY, label: any }, ...options.map(([value, words]) => ({ value, label: words }))]}
    />
  );
  const day = (key: 'from' | 'to') => (
    <Field label={t(key)} className="sm:flex-row sm:items-center sm:gap-2">
      <Input
        type="date"
        value={filters[key]}
        onValueChange={(value) => onChange({ [key]: value })}
        className="w-full sm:w-36"
      />
    </Field>
  );
  return (
    <search className="grid grid-cols-2 gap-3 sm:flex sm:flex-wrap sm:items-center">
      <SearchField
        className="col-span-2"
        label={t('text')}
        value={filters.text}
        onChange={(text) => onChange({ text })}
      />
      {choose(
        'user',
        t('user'),
        t('anyUser'),
        (users?.users ?? []).map(({ id, display_name }) => [id, display_name]),
        searchUsers,
      )}
      {choose('action', t('action'), t('anyAction'), [
        ...groups.map((group): [string, string] => [group, t('allOf', { group: words.group(group) })]),
        ...(actions.data ?? []).map((action): [string, string] => [action, words.action(action)]),
      ])}
      <TenantSelect
        label={t('tenant')}
        className="col-span-2"
        every={t('anyTenant')}
        value={filters.tenant}
        onChange={(tenant) => onChange({ tenant })}
      />
      {day('from')}
      {day('to')}
      {Object.values(filters).some((value) => value !== '') && (
        <Button
          variant="ghost"
          onClick={() => onChange({ user: '', tenant: '', action: '', from: '', to: '', text: '' })}
        >
          {t('clear')}
        </Button>
      )}
    </search>
  );
}
