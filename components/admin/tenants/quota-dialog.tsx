'use client';
import { useFormatter, useTranslations } from 'next-intl';
import { type FormEvent, useId, useState } from 'react';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { Field } from '@/components/ui/field';
import { Notice } from '@/components/ui/notice';
import { NumberInput } from '@/components/ui/number-input';
import { sentenceOf } from '@/lib/client/api-problem';
import type { AdminTenant, QuotaUse, QuotaView } from '@/lib/model/administration';
import { QUOTA_KEYS, type QuotaKey } from './quota-bars';

/** Memory is typed in GB; everything else as it is stored. */
const UNIT: Record<QuotaKey, number> = {
  machines: 1,
  vcpus: 1,
  memory_mb: 1024,
  disk_gb: 1,
  public_addresses: 1,
  networks: 1,
};
/** Limits that grow by one press. */
const STEPPED: ReadonlySet<QuotaKey> = new Set(['machines', 'vcpus', 'public_addresses', 'networks']);

/** The highest limit of each kind, in the unit that is shown. */
const MAX_LIMIT = 1_000_000;

/** Asks for a tenant's limits; what is below its use is warned of and allowed. Mount it anew for each tenant. */
export function QuotaDialog({
  tenant,
  quota,
  pending,
  error,
  onSubmit,
  onClose,
}: {
  tenant: AdminTenant;
  quota: QuotaUse;
  pending: boolean;
  error: unknown;
  onSubmit: (limits: QuotaView | null) => void;
  onClose: () => void;
}) {
  const t = useTranslations('admin.tenants.quota');
  const format = useFormatter();
  const formId = useId();
  const [limits, setLimits] = useState<Record<QuotaKey, number | null>>(quota.limit);
  const isWrong = (key: QuotaKey) => {
    const shown = (limits[key] ?? 0) / UNIT[key];
    if (limits[key] === quota.limit[key]) return false;
    return !Number.isInteger(shown) || shown < 0 || shown > MAX_LIMIT;
  };
  const unfit = QUOTA_KEYS.some((key) => limits[key] === null || isWrong(key));
  const below = QUOTA_KEYS.filter((key) => (limits[key] ?? Number.POSITIVE_INFINITY) < quota.used[key]);

  function submit(event: FormEvent) {
    event.preventDefault();
    if (pending || unfit) return;
    // none is null: that is unfit
    onSubmit({ ...quota.limit, ...limits } as QuotaView);
  }

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t('title', { tenant: tenant.name })}
      description={t('description')}
      footer={
        <>
          {quota.own && (
            <Button variant="ghost" className="mr-auto" disabled={pending} onClick={() => onSubmit(null)}>
              {t('default')}
            </Button>
          )}
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button type="submit" form={formId} variant="primary" pending={pending} disabled={unfit}>
            {t('save')}
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={submit} noValidate className="flex flex-col gap-4">
        <div className="grid gap-4 sm:grid-cols-2">
          {QUOTA_KEYS.map((key) => (
            <Field
              key={key}
              label={t(`label.${key}`)}
              help={t('used', { used: format.number(quota.used[key] / UNIT[key], { maximumFractionDigits: 0 }) })}
              error={isWrong(key) ? t('outOfRange', { max: MAX_LIMIT }) : null}
            >
              <NumberInput
                value={limits[key] === null ? null : limits[key] / UNIT[key]}
                min={0}
                max={MAX_LIMIT}
                steppers={STEPPED.has(key)}
                onValueChange={(value) =>
                  setLimits((before) => ({ ...before, [key]: value === null ? null : value * UNIT[key] }))
                }
              />
            </Field>
          ))}
        </div>
        {below.length > 0 && (
          <Notice tone="attention" title={t('belowTitle')}>
            {t('below', { what: format.list(below.map((key) => t(`label.${key}`))) })}
          </Notice>
        )}
        {error !== null && <Notice tone="failed">{sentenceOf(error)}</Notice>}
      </form>
    </Dialog>
  );
}
