'use client';
import { useTranslations } from 'next-intl';
import { type ComponentProps, useState } from 'react';
import { useRoleReason } from '@/components/shell/me-context';
import { Button } from '@/components/ui/button';
import { Card, CardBody, CardHeader } from '@/components/ui/card';
import { Field } from '@/components/ui/field';
import { onDemand } from '@/components/ui/on-demand';
import { Select } from '@/components/ui/select';
import { Skeleton } from '@/components/ui/skeleton';
import type { ServiceType } from '@/lib/model/service-type';

const TriedForm = onDemand<ComponentProps<typeof import('./tried-form').TriedForm>>(
  async () => (await import('./tried-form')).TriedForm,
  <Skeleton className="h-72" />,
);

/** The form of a package, to be filled in without an environment. */
export function TryForm({ packageId, services }: { packageId: string; services: readonly ServiceType[] }) {
  const t = useTranslations('catalog.details');
  const reader = useRoleReason();
  const [open, setOpen] = useState(false);
  const withForm = services.filter(({ form }) => form.length > 0);
  const [chosen, setChosen] = useState(withForm[0]?.type);
  const type = withForm.find((one) => one.type === chosen);
  return (
    <Card>
      <CardHeader
        title={t('form')}
        description={type ? t('formHint') : t('formNone')}
        actions={
          type &&
          !open && (
            <Button disabledReason={reader} onClick={() => setOpen(true)}>
              {t('formOpen')}
            </Button>
          )
        }
      />
      <CardBody className="flex flex-col gap-5">
        {withForm.length > 1 && (
          <Field label={t('service')} control="parts">
            <Select
              value={chosen ?? ''}
              onValueChange={setChosen}
              options={withForm.map((one) => ({ value: one.type, label: one.title }))}
            />
          </Field>
        )}
        {open && type && <TriedForm key={type.type} packageId={packageId} type={type} types={services} />}
      </CardBody>
    </Card>
  );
}
