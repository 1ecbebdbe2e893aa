'use client';
import { useTranslations } from 'next-intl';
import { type FormEvent, useState } from 'react';
import { TenantSelect } from '@/components/admin/tenant-select';
import { ActionField } from '@/components/shell/workflows/action-field';
import { QueryResult } from '@/components/status/query-result';
import { Button } from '@/components/ui/button';
import { Card, CardBody, CardHeader } from '@/components/ui/card';
import { Notice } from '@/components/ui/notice';
import { useToast } from '@/components/ui/toast';
import { isApiProblem, sentenceOf } from '@/lib/client/api-problem';
import { onSuccess } from '@/lib/client/on-success';
import { useConfigurePackage, usePackageConfiguration } from '@/lib/client/packages';
import { useServerWords } from '@/lib/client/server-words/use-server-words';
import type { Json, JsonObject } from '@/lib/model/json';
import type { ConfiguredProperty, PackageConfigurationView } from '@/lib/model/package-configuration';
import {
  type ConfigurationScope,
  configuredValues,
  type EnteredConfiguration,
  enteredConfiguration,
  inheritedBy,
} from './configuration-values';

/** What operators give to the classes of a package, in all tenants or in one. */
export function PackageConfiguration({ name }: { name: string }) {
  const t = useTranslations('catalog.configuration');
  const [tenantId, setTenantId] = useState('');
  const configuration = usePackageConfiguration(name, tenantId);
  return (
    <section aria-label={t('title')}>
      <Card>
        <CardHeader
          title={t('title')}
          description={t('hint')}
          actions={<TenantSelect label={t('scope')} every={t('everywhere')} value={tenantId} onChange={setTenantId} />}
        />
        <CardBody>
          <QueryResult of={configuration} failed={t('failed')}>
            {(found) => <Values key={found.tenant_id ?? ''} name={name} tenantId={tenantId} found={found} />}
          </QueryResult>
        </CardBody>
      </Card>
    </section>
  );
}

function Values({ name, tenantId, found }: { name: string; tenantId: string; found: PackageConfigurationView }) {
  const t = useTranslations('catalog.configuration');
  const toast = useToast();
  const inWords = useServerWords();
  const configure = useConfigurePackage(name, tenantId);
  const { classes, problems, tenants } = found;
  const scope: ConfigurationScope = tenantId === '' ? 'installation' : 'tenant';
  const [entered, setEntered] = useState<EnteredConfiguration>(() => enteredConfiguration(classes, scope));
  const isSet = classes.some(({ properties }) => properties.some((one) => one[scope] !== undefined));
  const refused = isApiProblem(configure.error) ? configure.error.fields : [];
  const errorOf = (path: string) => {
    const sentence = refused.find((one) => one.path === path)?.sentence;
    return sentence === undefined ? null : inWords(sentence);
  };
  /** its own explanation, then what it has where this scope sets nothing; a file is named even where it does not count */
  const helpOf = (property: ConfiguredProperty) => {
    const inherited = inheritedBy(property, scope);
    const file =
      inherited?.from === 'file' || property.file === undefined ? [] : [t('file', { value: shown(property.file) })];
    const otherwise = inherited === undefined ? t('nothing') : t(inherited.from, { value: shown(inherited.value) });
    return [property.help, otherwise, ...file].filter(Boolean).join(' ');
  };
  const save = (values: Record<string, JsonObject>) =>
    onSuccess(configure.mutateAsync(values), (now) => {
      setEntered(enteredConfiguration(now.classes, scope));
      toast.success(t('saved'));
    });

  function submit(event: FormEvent) {
    event.preventDefault();
    if (!configure.isPending) save(configuredValues(classes, entered, scope));
  }

  return (
    <form noValidate onSubmit={submit} className="flex max-w-xl flex-col gap-6">
      {problems.length > 0 && (
        <Notice tone="attention" title={t('wrongFile')}>
          {problems.map(({ path, sentence }) => (
            <p key={path}>
              <code className="font-mono text-xs">{path}</code>: {inWords(sentence)}
            </p>
          ))}
        </Notice>
      )}
      {configure.error !== null && <Notice tone="failed">{sentenceOf(configure.error)}</Notice>}
      {classes.map((one) => (
        <fieldset key={one.name} className="flex flex-col gap-4">
          <legend className="mb-2 break-all font-mono text-[13px]">{one.name}</legend>
          {one.properties.map((property) => (
            <ActionField
              key={property.name}
              argument={{ ...property, required: false, help: helpOf(property) }}
              value={entered[one.name]?.[property.name] ?? ''}
              error={errorOf(`${one.name}.${property.name}`)}
              onChange={(value) =>
                setEntered({ ...entered, [one.name]: { ...entered[one.name], [property.name]: value } })
              }
            />
          ))}
        </fieldset>
      ))}
      {scope === 'installation' && tenants.length > 0 && (
        <p className="text-ink-muted">{t('tenants', { names: tenants.map((tenant) => tenant.name).join(', ') })}</p>
      )}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant="primary" pending={configure.isPending}>
          {t('save')}
        </Button>
        {isSet && (
          <Button disabled={configure.isPending} onClick={() => save({})}>
            {t('clear')}
          </Button>
        )}
      </div>
    </form>
  );
}

function shown(value: Json): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
