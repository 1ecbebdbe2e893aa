'use client';
import { useSearchParams } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { type SubmitEvent, useId, useState } from 'react';
import { useEnvironmentChoice } from '@/components/forms/use-environment-choice';
import { ErrorLine } from '@/components/status/error-line';
import { Button } from '@/components/ui/button';
import { Card, CardBody, CardHeader } from '@/components/ui/card';
import { Field } from '@/components/ui/field';
import { FoundSelect } from '@/components/ui/found-select';
import { Input } from '@/components/ui/input';
import { Select } from '@/components/ui/select';
import { useToast } from '@/components/ui/toast';
import { useEnvironment } from '@/lib/client/environments';
import { useAddFault } from '@/lib/client/faults';
import { FAULT_KINDS, type FaultKind, faultKind } from '@/lib/model/faults';
import { textAt } from '@/lib/model/installed';

const EVERY = 'every';
/** What says in its own words how it fails. */
const WORDED: readonly FaultKind[] = ['command', 'stack'];

/** Picks what goes wrong, in which environment, on which machine. */
export function FaultForm() {
  const t = useTranslations('admin.faults');
  const address = useSearchParams();
  const [kind, setKind] = useState<FaultKind>('command');
  const [environmentId, setEnvironmentId] = useState(address.get('environment') ?? '');
  const [target, setTarget] = useState(address.get('machine') ?? '');
  const [message, setMessage] = useState('');
  const [amount, setAmount] = useState('');
  const toast = useToast();
  const add = useAddFault();
  const choice = useEnvironmentChoice();
  const { hits, amount: counted, lasts } = faultKind(kind);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const given = amount === '' ? counted?.usual : Number(amount);
    add.mutate(
      {
        kind,
        ...(hits === 'tenant' || environmentId === '' ? {} : { environment_id: environmentId }),
        target: hits === 'tenant' ? '' : target.trim(),
        message: WORDED.includes(kind) ? message.trim() || t(`usual.${kind === 'stack' ? 'stack' : 'command'}`) : '',
        ...(counted === null || given === undefined ? {} : { amount: given }),
        ...(lasts ? {} : { times: 1 }),
      },
      { onSuccess: () => toast.success(t('added')) },
    );
  };
  return (
    <Card>
      <CardHeader level={3} title={t('make')} />
      <CardBody>
        <form onSubmit={submit} className="flex flex-col gap-4">
          <Field label={t('what')} help={t(`about.${kind}`)} control="parts" className="items-stretch">
            <Select
              value={kind}
              onValueChange={(next) => {
                const found = FAULT_KINDS.find((one) => one === next);
                if (!found) return;
                setKind(found);
                setAmount('');
              }}
              options={FAULT_KINDS.map((one) => ({ value: one, label: t(`kinds.${one}`) }))}
            />
          </Field>
          {hits !== 'tenant' && (
            <FaultPlace
              choice={choice}
              environmentId={environmentId}
              onEnvironment={setEnvironmentId}
              machine={target}
              onMachine={setTarget}
            />
          )}
          {counted !== null && (
            <Field label={t(`counts.${counted.counts}`)}>
              <Input
                type="number"
                value={amount === '' ? counted.usual : amount}
                min={counted.min}
                max={counted.max}
                onValueChange={setAmount}
              />
            </Field>
          )}
          {WORDED.includes(kind) && (
            <Field label={t('words')} optional className="items-stretch">
              <Input
                value={message}
                onValueChange={setMessage}
                placeholder={t(`usual.${kind === 'stack' ? 'stack' : 'command'}`)}
              />
            </Field>
          )}
          <ErrorLine error={add.error} />
          <Button type="submit" variant="primary" pending={add.isPending} className="self-start">
            {t('go')}
          </Button>
        </form>
      </CardBody>
    </Card>
  );
}

/** In which environment, and on which machine. */
function FaultPlace({
  choice: { environments, search },
  environmentId,
  onEnvironment,
  machine,
  onMachine,
}: {
  choice: ReturnType<typeof useEnvironmentChoice>;
  /** empty: in every one */
  environmentId: string;
  onEnvironment: (id: string) => void;
  machine: string;
  onMachine: (name: string) => void;
}) {
  const t = useTranslations('admin.faults');
  const listId = useId();
  const environment = useEnvironment(environmentId, environmentId !== '').data;
  const hosts = (environment?.services ?? []).flatMap(({ units }) =>
    units.flatMap((unit) => textAt(unit.state, 'hostname') ?? []),
  );
  return (
    <>
      <Field label={t('environment')} control="parts" className="items-stretch">
        <FoundSelect
          search={search}
          value={environmentId === '' ? EVERY : environmentId}
          onValueChange={(next) => onEnvironment(next === EVERY ? '' : next)}
          options={[
            { value: EVERY, label: t('everywhere') },
            ...environments.map(({ id, name }) => ({ value: id, label: name })),
          ]}
        />
      </Field>
      <Field label={t('machine')} help={t('machineHelp')} className="items-stretch">
        <Input value={machine} onValueChange={onMachine} list={listId} autoComplete="off" />
      </Field>
      <datalist id={listId}>
        {hosts.map((host) => (
          <option key={host} value={host} />
        ))}
      </datalist>
    </>
  );
}
