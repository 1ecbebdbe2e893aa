'use client';
import { useLocale, useTranslations } from 'next-intl';
import { ListInput } from '@/components/forms/list-input';
import { Checkbox } from '@/components/ui/checkbox';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { NumberInput } from '@/components/ui/number-input';
import { useOffer } from '@/lib/client/catalog';
import type { PolicyParameters } from '@/lib/model/policies/parameters';
import type { PolicyParameterContract } from '@/lib/model/policies/policy-template';
import { chosenOf, textsIn, weekdays, wordsIn } from './template-values';

type Value = PolicyParameters[string];

/** One question of a ready policy, in the control that fits what it asks for. */
export function TemplateField({
  contract,
  value,
  error,
  disabled,
  onChange,
}: {
  contract: PolicyParameterContract;
  value: Value | undefined;
  error: string | null;
  disabled: boolean;
  onChange: (value: Value) => void;
}) {
  const language = useLocale();
  const { kind, label, help, required, min, max } = contract;
  const words = {
    label: wordsIn(label, language),
    // days are chosen by their names
    help: help && kind !== 'weekdayList' ? wordsIn(help, language) : undefined,
    error,
    disabled,
    optional: !required,
  };
  if (kind === 'boolean') {
    return (
      <Checkbox
        checked={value === true}
        onCheckedChange={onChange}
        label={words.label}
        help={words.help}
        disabled={disabled}
      />
    );
  }
  if (kind === 'integer' || kind === 'hour') {
    const [least, most] = kind === 'hour' ? [0, 23] : [min, max];
    return (
      <Field {...words}>
        <NumberInput
          value={typeof value === 'number' ? value : null}
          onValueChange={(next) => onChange(next ?? '')}
          min={least}
          max={most}
        />
      </Field>
    );
  }
  if (kind === 'text') {
    return (
      <Field {...words} className="items-stretch">
        <Input
          value={typeof value === 'string' ? value : ''}
          onValueChange={onChange}
          autoComplete="off"
          maxLength={1000}
        />
      </Field>
    );
  }
  if (kind === 'textList') {
    return (
      <Field {...words} className="items-stretch">
        <ListInput value={textsIn(value)} onValueChange={onChange} />
      </Field>
    );
  }
  return (
    <Field {...words} control="parts" className="items-stretch">
      <Choices contract={contract} chosen={textsIn(value)} disabled={disabled} onChange={onChange} />
    </Field>
  );
}

/** Several of what there is: sizes and images of the cloud, days of the week. */
function Choices({
  contract,
  chosen,
  disabled,
  onChange,
}: {
  contract: PolicyParameterContract;
  chosen: readonly string[];
  disabled: boolean;
  onChange: (value: Value) => void;
}) {
  const t = useTranslations('policies.template');
  const language = useLocale();
  const { kind, label } = contract;
  const offer = useOffer(kind !== 'weekdayList').data;
  const offered =
    kind === 'weekdayList'
      ? weekdays(language)
      : kind === 'flavorList'
        ? (offer?.flavors ?? []).map(({ name }) => ({ value: name, label: name }))
        : (offer?.images ?? []).map(({ name, title }) => ({ value: name, label: title || name }));
  // what the cloud no longer offers stays chosen until somebody takes it away
  const others = chosen.filter((one) => !offered.some(({ value }) => value === one));
  const all = [...offered, ...others.map((value) => ({ value, label: value }))];
  const toggle = (value: string, isChosen: boolean) => {
    const rest = chosen.filter((one) => one !== value);
    onChange(chosenOf(contract, isChosen ? [...rest, value] : rest));
  };
  if (all.length === 0) return <p className="text-ink-muted">{t('nothingOffered')}</p>;
  return (
    <fieldset className="grid gap-x-6 sm:grid-cols-2">
      <legend className="sr-only">{wordsIn(label, language)}</legend>
      {all.map((one) => (
        <Checkbox
          key={one.value}
          checked={chosen.includes(one.value)}
          onCheckedChange={(isChosen) => toggle(one.value, isChosen)}
          label={one.label}
          disabled={disabled}
        />
      ))}
    </fieldset>
  );
}
