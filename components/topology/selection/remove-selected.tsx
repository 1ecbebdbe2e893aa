'use client';
import { useFormatter, useTranslations } from 'next-intl';
import { LossList } from '@/components/forms/losses/loss-list';
import { Confirm } from '@/components/ui/confirm';
import { useToast } from '@/components/ui/toast';
import { sentenceOf } from '@/lib/client/api-problem';
import { useDraftEdit } from '@/lib/client/draft';
import { onSuccess } from '@/lib/client/on-success';
import { serviceEdits } from '@/lib/client/services';
import type { AskProps } from './action';
import { type RemovalPlan, removalPlan } from './removal-plan';

/** Asks before services and machines leave the draft: names them, and what is lost once that is deployed. */
export function RemoveSelected({ selection, context, onClose }: AskProps) {
  const t = useTranslations('topology.selection.removing');
  const format = useFormatter();
  const toast = useToast();
  const { environmentId, services, types } = context;
  const remove = useDraftEdit(environmentId, async (sessionId, plan: RemovalPlan) => {
    for (const { id } of plan.services) await serviceEdits.remove(environmentId, sessionId, id);
    for (const { serviceId, unitId } of plan.units)
      await serviceEdits.removeUnit(environmentId, sessionId, serviceId, unitId);
  });
  const plan = removalPlan(selection, services, types);
  if (plan === null || 'why' in plan) return null;
  const deployed = String(plan.losses.length > 0);
  const names = (parts: readonly { name: string }[]) => format.list(parts.map(({ name }) => name));
  return (
    <Confirm
      open
      onOpenChange={(open) => !open && onClose(false)}
      title={t('title', { deployed, services: plan.services.length, machines: plan.units.length })}
      confirmLabel={t('confirm', { deployed })}
      pending={remove.isPending}
      error={sentenceOf(remove.error)}
      onConfirm={() =>
        onSuccess(remove.mutateAsync(plan), () => {
          toast.info(t('done', { deployed }), t('undo'));
          onClose(true);
        })
      }
    >
      {plan.services.length > 0 && <p>{t('services', { count: plan.services.length, names: names(plan.services) })}</p>}
      {plan.units.length > 0 && <p>{t('machines', { count: plan.units.length, names: names(plan.units) })}</p>}
      {plan.losses.length > 0 ? (
        <>
          <LossList losses={plan.losses} />
          <p>{t('notYet')}</p>
        </>
      ) : (
        <p>{t('nothingLost')}</p>
      )}
    </Confirm>
  );
}
