'use client';
import { useTranslations } from 'next-intl';
import { Checkbox } from '@/components/ui/checkbox';
import { Field } from '@/components/ui/field';
import { Select } from '@/components/ui/select';
import type { WorkflowOption } from '@/lib/model/runs/workflow-options';
import { ActionField } from './action-field';
import { enteredBefore, tickedIn } from './chosen-options';
import type { FieldInput } from './entered-arguments';

/** One option of a workflow, asked for as its kind and its choices say; the words come by its name. */
export function OptionField({
  option,
  workflow,
  value = enteredBefore(option),
  error,
  onChange,
}: {
  option: WorkflowOption;
  workflow: string;
  value: FieldInput | undefined;
  error: string | null;
  onChange: (value: FieldInput) => void;
}) {
  const t = useTranslations('workflows.more');
  const { name, kind, choices } = option;
  const label = t(`labels.${name}`, { workflow });
  const help = t(`helps.${name}`, { workflow });
  const ticked = tickedIn(kind === 'list' ? value : '');
  if (kind === 'list' && choices.length > 0) {
    return (
      <fieldset className="flex flex-col">
        <legend className="font-medium">{label}</legend>
        <p className="text-[13px] text-ink-muted">{error ?? help}</p>
        <div className="flex max-h-40 flex-col overflow-y-auto">
          {choices.map((choice) => (
            <Checkbox
              key={choice}
              checked={ticked.includes(choice)}
              onCheckedChange={(on) =>
                onChange(JSON.stringify(on ? [...ticked, choice] : ticked.filter((one) => one !== choice)))
              }
              label={choice}
            />
          ))}
        </div>
      </fieldset>
    );
  }
  const isOpen = kind === 'boolean' && option.default === null;
  const answers = [
    { value: 'true', label: t('yes') },
    { value: 'false', label: t('no') },
  ];
  if (isOpen || kind === 'choice') {
    const others = isOpen ? answers : choices.map((choice) => ({ value: choice, label: choice }));
    return (
      <Field label={label} help={help} error={error} control="parts">
        <Select
          options={[{ value: '', label: t('usual') }, ...others]}
          value={String(value)}
          onValueChange={onChange}
        />
      </Field>
    );
  }
  const argument = { ...option, label, help, required: false };
  return <ActionField argument={argument} value={value} error={error} onChange={onChange} />;
}
