'use client';
import { useFormatter, useTranslations } from 'next-intl';
import { Disclosure } from '@/components/ui/disclosure';
import { Field } from '@/components/ui/field';
import { Select } from '@/components/ui/select';
import { useEnvironmentPackages, usePackageVersions } from '@/lib/client/packages';
import type { ServiceType } from '@/lib/model/service-type';

/**
 * Offers other versions of the package than its newest, where there are some and the environment does not work with
 * one already: then that is chosen on its settings, for all its services.
 */
export function VersionChoice({
  environmentId,
  type,
  chosen,
  onChoose,
}: {
  environmentId: string;
  type: ServiceType;
  /** digest of the version; null for the newest */
  chosen: string | null;
  onChoose: (digest: string | null) => void;
}) {
  const t = useTranslations('wizard.version');
  const format = useFormatter();
  const used = useEnvironmentPackages(environmentId).data?.packages;
  const versions = usePackageVersions(type.package).data ?? [];
  const isFree = used?.every(({ fully_qualified_name: name }) => name !== type.package);
  const newest = versions.find((one) => one.newest) ?? versions[0];
  if (!isFree || !newest || versions.length < 2) return null;
  return (
    <Disclosure summary={t('title', { version: type.version })} needed={chosen === null ? 0 : 1}>
      <div className="border-line border-l-2 pl-4">
        <Field label={t('label')} help={t('help')} control="parts">
          <Select
            value={chosen ?? newest.digest}
            onValueChange={(digest) => onChoose(digest === newest.digest ? null : digest)}
            options={versions.map((one) => ({
              value: one.digest,
              label: t('version', { version: one.version }),
              hint: t(one === newest ? 'newest' : 'since', {
                date: format.dateTime(new Date(one.created), { dateStyle: 'medium' }),
              }),
            }))}
          />
        </Field>
      </div>
    </Disclosure>
  );
}
