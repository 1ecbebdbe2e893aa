'use client';
import { useTranslations } from 'next-intl';
import { TermHint } from '@/components/status/term-hint';
import { Checkbox } from '@/components/ui/checkbox';
import { Field, type FieldProps } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { NumberInput } from '@/components/ui/number-input';
import { Select } from '@/components/ui/select';
import { TextArea } from '@/components/ui/text-area';
import { useServerWords } from '@/lib/client/server-words/use-server-words';
import { isSecret } from '@/lib/model/property-facts';
import { HostNames } from './host-names';
import { ListInput } from './list-input';
import { choicesOf } from './property-choices';
import type { PropertyFieldProps } from './property-field-context';
import { SecretField } from './secret-field';
import { TableInput } from './table-input';

/** What stands around a control. */
type FieldWords = Omit<FieldProps, 'children' | 'control' | 'className'>;

/** The control of one property of a service or a unit: every kind of property has one, no service type does. */
export function PropertyField(props: PropertyFieldProps) {
  const { property, value, onChange, onBlur, inputRef, disabled } = props;
  const inWords = useServerWords();
  const error = props.error && inWords(props.error);
  const words = {
    label: property.label,
    beside: (labelId: string) => <TermHint of={property.label} labelId={labelId} />,
    help: property.help || undefined,
    error,
    disabled,
    optional: !property.required || property.defaultFrom !== undefined,
  };

  if (isSecret(property)) return <SecretField {...props} error={error} />;
  switch (property.kind) {
    case 'boolean':
      return <YesOrNo {...props} error={error} />;
    case 'integer':
    case 'port':
      return (
        <Field {...words}>
          <NumberInput
            inputRef={inputRef}
            value={typeof value === 'number' ? value : null}
            onValueChange={onChange}
            onBlur={onBlur}
            min={property.kind === 'integer' ? property.min : undefined}
            max={property.kind === 'integer' ? property.max : undefined}
            steppers={property.kind === 'integer'}
          />
        </Field>
      );
    case 'flavor':
    case 'image':
    case 'availabilityZone':
    case 'keyPair':
    case 'membershipRef':
    case 'serviceRef':
    case 'choice':
      return <ChoiceField {...props} words={words} />;
    case 'table':
      return (
        <Field {...words} control="parts">
          <TableInput
            property={property}
            value={value}
            onValueChange={onChange}
            onBlur={onBlur}
            inputRef={inputRef}
            disabled={disabled}
          />
        </Field>
      );
    case 'ipAddressList':
    case 'networkList':
    case 'databaseList':
    case 'textList':
      return (
        <Field {...words}>
          <ListInput
            inputRef={inputRef}
            value={Array.isArray(value) ? value.map(String) : []}
            onValueChange={onChange}
            onBlur={onBlur}
          />
        </Field>
      );
    default:
      return <TextField {...props} words={words} />;
  }
}

function YesOrNo({ property, value, onChange, inputRef, error, disabled }: PropertyFieldProps) {
  return (
    <div className="flex flex-col gap-1">
      <div className="flex items-start gap-1">
        <Checkbox
          controlRef={inputRef}
          checked={value === true}
          onCheckedChange={onChange}
          label={<span className="font-medium">{property.label}</span>}
          help={property.help || undefined}
          disabled={disabled}
        />
        <TermHint of={property.label} />
      </div>
      {error && <p className="pl-7 text-[13px] text-failed-text">{error}</p>}
    </div>
  );
}

function ChoiceField({ words, ...props }: PropertyFieldProps & { words: FieldWords }) {
  const { property, value, onChange, onBlur, inputRef, disabled, context } = props;
  const t = useTranslations('forms');
  const choices = choicesOf(property, value, context, t);
  return (
    <Field {...words} help={choices.hint ?? words.help} control="parts">
      <Select
        triggerRef={inputRef}
        options={choices.options}
        value={choices.chosen}
        onValueChange={(next) => onChange(choices.valueOf(next))}
        onBlur={onBlur}
        disabled={disabled || choices.options.length === 0}
        placeholder={choices.placeholder}
      />
    </Field>
  );
}

/** Text of one line or of many; of a pattern of host names with the names that it makes. */
function TextField({ words, ...props }: PropertyFieldProps & { words: FieldWords }) {
  const { property, onChange, onBlur, inputRef, context } = props;
  const value = typeof props.value === 'string' ? props.value : '';
  if (property.multiline) {
    return (
      <Field {...words}>
        <TextArea ref={inputRef} value={value} onValueChange={onChange} onBlur={onBlur} spellCheck={false} />
      </Field>
    );
  }
  return (
    <Field {...words}>
      <Input
        ref={inputRef}
        value={value}
        onValueChange={onChange}
        onBlur={onBlur}
        autoComplete="off"
        spellCheck={false}
        inputMode={property.kind === 'url' ? 'url' : undefined}
        maxLength={200}
      />
      {property.kind === 'hostnamePattern' && <HostNames pattern={value} count={context.unitCount} />}
    </Field>
  );
}
