'use client';
import { useTranslations } from 'next-intl';
import { useEffect, useRef, useState } from 'react';
import { useController } from 'react-hook-form';
import { Disclosure } from '@/components/ui/disclosure';
import { Field } from '@/components/ui/field';
import { NumberInput } from '@/components/ui/number-input';
import { hostNamesOf } from '@/lib/model/host-name-pattern';
import { isObject, type Json, type JsonObject } from '@/lib/model/json';
import { isSecret } from '@/lib/model/property-facts';
import { resizeUnits } from '@/lib/model/service-rules';
import type { Property, ServiceType } from '@/lib/model/service-type';
import { PropertyField } from './property-field';
import type { PropertyFieldContext, PropertyFieldProps } from './property-field-context';
import { messageOf, type ServiceForm } from './service-form';
import type { StepField, WizardStep } from './steps';
import { useOverQuota } from './use-over-quota';

interface StepContext {
  wizard: {
    form: ServiceForm;
    /** as filled in so far */
    service: JsonObject;
    /** how often it was refused as it is: each moves the focus to what is wrong */
    refusals: number;
    /** what a policy objects to of the answer at a path; null when nothing */
    objectionAt: (path: string) => string | null;
    /** the same secret typed again, where it is asked for */
    confirmation: (path: string) => PropertyFieldProps['confirmation'];
  };
  type: ServiceType;
  context: PropertyFieldContext;
}

/** The controls of one step; expert ones folded, open when one of them needs attention. */
export function StepFields({ step, ...rest }: StepContext & { step: WizardStep }) {
  const t = useTranslations('wizard');
  const { form, refusals } = rest.wizard;
  const needed = step.expert.some(
    ({ path }) => (messageOf(form.formState.errors, path) ?? rest.wizard.objectionAt(path)) !== null,
  );
  const fields = useRef<HTMLDivElement>(null);
  // Found in the page and not by the form: what is typed twice and what was folded is among them.
  useEffect(() => {
    if (refusals > 0) fields.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [refusals]);
  return (
    <div ref={fields} className="flex flex-col gap-6">
      {step.plain.map((field) => (
        <StepControl key={field.path} field={field} {...rest} />
      ))}
      {step.expert.length > 0 && (
        <Disclosure summary={t('moreOptions')} needed={needed ? refusals + 1 : 0}>
          <div className="flex flex-col gap-6 border-line border-l-2 pl-4">
            {step.expert.map((field) => (
              <StepControl key={field.path} field={field} {...rest} />
            ))}
          </div>
        </Disclosure>
      )}
    </div>
  );
}

function StepControl({ field, ...rest }: StepContext & { field: StepField }) {
  if (field.kind === 'unitCount') return <UnitCount {...rest} />;
  const everyUnit = field.kind === 'unitProperty' && field.unit === null;
  if (field.kind === 'unitProperty' && field.unit !== null) {
    return <UnitControl property={field.property} path={field.path} unit={field.unit} {...rest} />;
  }
  return <Control property={field.property} path={field.path} everyUnit={everyUnit} {...rest} />;
}

/** A question about one machine, with its name; the answer that follows from another one cannot be changed. */
function UnitControl({ unit, ...props }: StepContext & { property: Property; path: string; unit: number }) {
  const t = useTranslations('wizard');
  const { wizard, type, property } = props;
  const units = unitsOf(wizard.service);
  const pattern = type.properties.find(({ kind }) => kind === 'hostnamePattern')?.name;
  const hosts = hostNamesOf(String((pattern && wizard.service[pattern]) ?? ''), units.length);
  const machine = hosts[unit] ?? t('numbered', { noun: type.units.noun, number: unit + 1 });
  const follows = property.trueWith !== undefined && units[unit]?.[property.trueWith] === true;
  return (
    <Control
      {...props}
      property={{
        ...property,
        label: t('ofMachine', { label: property.label, machine }),
        help: unit === 0 ? property.help : '',
      }}
      everyUnit={false}
      disabled={follows}
    />
  );
}

function Control(props: StepContext & { property: Property; path: string; everyUnit: boolean; disabled?: boolean }) {
  const { wizard, property, path, everyUnit, disabled, context } = props;
  const { field, formState } = useController({ control: wizard.form.control, name: path });
  const change = (value: Json) => {
    field.onChange(value);
    if (!everyUnit) return;
    // Asked once, given to all: the further units hold the same answer.
    unitsOf(wizard.service).forEach((_, unit) => {
      if (unit > 0) wizard.form.setValue(`units.${unit}.${property.name}`, value, { shouldDirty: true });
    });
  };
  return (
    <PropertyField
      property={property}
      value={field.value}
      onChange={change}
      onBlur={field.onBlur}
      inputRef={field.ref}
      error={messageOf(formState.errors, path) ?? wizard.objectionAt(path)}
      disabled={disabled}
      confirmation={isSecret(property) ? wizard.confirmation(path) : undefined}
      context={context}
    />
  );
}

/**
 * How many machines: removing takes from the end, adding follows the package's templates. A number that is not allowed
 * stays as it was typed and is told.
 */
function UnitCount({ wizard, type, context }: StepContext) {
  const t = useTranslations('wizard');
  const { min, max, noun } = type.units;
  const units = unitsOf(wizard.service);
  const [typed, setTyped] = useState<number | null>(units.length);
  // what was answered for machines that a slip of the finger took away comes back with them
  const answered = useRef(units);
  const resize = (count: number | null) => {
    setTyped(count);
    answered.current = [...units, ...answered.current.slice(units.length)];
    // one too many, or none, is wrong enough for the rules to say so
    const wanted = count !== null && Number.isInteger(count) ? Math.min(Math.max(count, 0), max + 1) : 0;
    const next = wanted === 0 ? [] : resizeUnits(answered.current, wanted, type);
    wizard.form.setValue('units', next, { shouldDirty: true, shouldValidate: true });
  };
  const overQuota = useOverQuota(wizard.service, type, context.offer);
  const fraction = typed !== null && !Number.isInteger(typed) ? t('wholeNumber') : null;
  return (
    <Field
      label={t('unitCount', { noun })}
      help={t('unitCountHelp', { min, max })}
      error={fraction ?? ownMessage(wizard.form.formState.errors.units) ?? overQuota}
    >
      <NumberInput value={typed} onValueChange={resize} min={min} max={max} />
    </Field>
  );
}

/** What is wrong with a list itself, not with what is in it: the form keeps that beneath `root`. */
function ownMessage(error: unknown): string | null {
  if (!isObject(error)) return null;
  return typeof error.message === 'string' ? error.message : ownMessage(error.root);
}

/** The units of a service as it is being filled in. */
export function unitsOf(service: JsonObject): JsonObject[] {
  return Array.isArray(service.units) ? service.units.filter(isObject) : [];
}
