'use client';
import { useTranslations } from 'next-intl';
import { type FormEvent, useId, useState } from 'react';
import { NewUnitFields, useNewUnit } from '@/components/forms/new-unit';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { Field } from '@/components/ui/field';
import { Notice } from '@/components/ui/notice';
import { NumberInput } from '@/components/ui/number-input';
import { useToast } from '@/components/ui/toast';
import { sentenceOf } from '@/lib/client/api-problem';
import { useDraftEdit } from '@/lib/client/draft';
import { useEnvironment } from '@/lib/client/environments';
import { onSuccess } from '@/lib/client/on-success';
import { serviceEdits } from '@/lib/client/services';
import type { ServiceType } from '@/lib/model/service-type';
import type { ServiceView } from '@/lib/model/views';

/** Asks how many machines more, and what each of them needs to know. */
export function AddUnits({
  environmentId,
  service,
  type,
  suggested = 1,
  onClose,
}: {
  environmentId: string;
  service: ServiceView;
  type: ServiceType;
  /** how many stand there at first */
  suggested?: number;
  onClose: () => void;
}) {
  const t = useTranslations('services.addUnits');
  const { noun, max } = type.units;
  const [count, setCount] = useState<number | null>(suggested);
  const newUnit = useNewUnit(service, type, count ?? 1, useEnvironment(environmentId).data?.region);
  const [tried, setTried] = useState(false);
  const toast = useToast();
  const formId = useId();
  const room = max - service.units.length;
  const countError = isCount(count, room) ? null : t('outOfRange', { room });

  const add = useDraftEdit(environmentId, async (sessionId, wanted: number) => {
    for (let made = 0; made < wanted; made += 1)
      await serviceEdits.addUnit(environmentId, sessionId, service.id, newUnit.unit);
  });

  function submit(event: FormEvent) {
    event.preventDefault();
    setTried(true);
    if (newUnit.problems.length > 0 || !isCount(count, room) || add.isPending) return;
    onSuccess(add.mutateAsync(count), () => {
      toast.success(t('done', { count, noun }), t('notDeployed'));
      onClose();
    });
  }

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t('title', { noun, name: service.name })}
      description={t('description')}
      size="sm"
      footer={
        <>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button type="submit" form={formId} variant="primary" pending={add.isPending}>
            {t('confirm', { count: count ?? 0, noun })}
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={submit} noValidate className="flex flex-col gap-5">
        {add.isError && <Notice tone="failed">{sentenceOf(add.error)}</Notice>}
        <Field label={t('count')} error={tried || count !== null ? countError : null}>
          <NumberInput value={count} onValueChange={setCount} min={1} max={room} />
        </Field>
        <NewUnitFields newUnit={newUnit} showsProblem={() => tried} />
      </form>
    </Dialog>
  );
}

function isCount(count: number | null, room: number): count is number {
  return count !== null && Number.isInteger(count) && count >= 1 && count <= room;
}
