'use client';
import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { type SubmitEvent, useId, useState } from 'react';
import { ErrorLine } from '@/components/status/error-line';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { Select } from '@/components/ui/select';
import { onSuccess } from '@/lib/client/on-success';
import { useRehearse } from '@/lib/client/rehearsals';
import { type FaultKind, faultKind } from '@/lib/model/faults';
import { REHEARSAL_SPEED, type RehearsedFault } from '@/lib/model/rehearsal';

/** What people try first; further ones are asked for by the API. */
const OFFERED = [
  'command',
  'silence',
  'boot',
  'off',
  'disk',
  'clock',
  'slow',
  'stack',
] as const satisfies readonly FaultKind[];
type Offered = (typeof OFFERED)[number];
const NOTHING = 'nothing';

/** Asks what is to go wrong, plays the run, and leads to it. */
export function RehearseDialog({
  environmentId,
  sessionId,
  revision,
  hosts,
  open,
  onOpenChange,
}: {
  environmentId: string;
  sessionId: string;
  revision: number;
  /** host names of the machines that there are, and of those that come */
  hosts: readonly string[];
  open: boolean;
  onOpenChange: (open: boolean) => void;
}) {
  const t = useTranslations('session.rehearsal');
  const router = useRouter();
  const formId = useId();
  const rehearse = useRehearse(environmentId);
  const [kind, setKind] = useState<Offered | null>(null);
  const [picked, setPicked] = useState<string | null>(null);
  // the review may still be reading which machines come
  const host = picked !== null && hosts.includes(picked) ? picked : (hosts.at(-1) ?? '');
  const [message, setMessage] = useState('');
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const fault = kind && faultOf(kind, host, message.trim() || t(`usual.${kind === 'stack' ? 'stack' : 'command'}`));
    onSuccess(rehearse.mutateAsync({ sessionId, revision, fault }), ({ environment_id, deployment_id }) =>
      router.push(`/environments/${environment_id}/deployments/${deployment_id}`),
    );
  };
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={t('title')}
      description={t('description', { speed: REHEARSAL_SPEED })}
      size="sm"
      footer={
        <>
          <Button onClick={() => onOpenChange(false)}>{t('cancel')}</Button>
          <Button
            type="submit"
            form={formId}
            variant="primary"
            // a fault strikes a machine: which there are is still being read
            disabled={kind !== null && hosts.length === 0}
            pending={rehearse.isPending || rehearse.isSuccess}
          >
            {t('start')}
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={submit} className="flex flex-col gap-4">
        <Field label={t('what')} control="parts" className="items-stretch">
          <Select
            value={kind ?? NOTHING}
            onValueChange={(next) => setKind(OFFERED.find((one) => one === next) ?? null)}
            options={[
              { value: NOTHING, label: t('nothing') },
              ...OFFERED.map((one) => ({ value: one, label: t(`kinds.${one}`) })),
            ]}
          />
        </Field>
        {kind !== null && hosts.length > 0 && (
          <Field label={t('machine')} control="parts" className="items-stretch">
            <Select value={host} onValueChange={setPicked} options={hosts.map((one) => ({ value: one, label: one }))} />
          </Field>
        )}
        {(kind === 'command' || kind === 'stack') && (
          <Field label={t('words')} optional className="items-stretch">
            <Input value={message} onValueChange={setMessage} placeholder={t(`usual.${kind}`)} />
          </Field>
        )}
        <ErrorLine error={rehearse.error} />
      </form>
    </Dialog>
  );
}

function faultOf(kind: Offered, target: string, message: string): RehearsedFault {
  const { amount, lasts } = faultKind(kind);
  return {
    kind,
    target,
    message: kind === 'command' || kind === 'stack' ? message : '',
    ...(amount === null ? {} : { amount: amount.usual }),
    ...(lasts ? {} : { times: 1 }),
  };
}
