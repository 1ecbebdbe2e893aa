'use client';
import { useTranslations } from 'next-intl';
import { useEffect, useId, useMemo, useState } from 'react';
import { useController, useWatch } from 'react-hook-form';
import { PropertyField } from '@/components/forms/property-field';
import type { PropertyFieldContext } from '@/components/forms/property-field-context';
import { messageOf, type ServiceForm, useServiceForm } from '@/components/forms/service-form';
import { forgetService, rememberService } from '@/components/forms/service-memory';
import { Button } from '@/components/ui/button';
import { CardBody, CardFooter } from '@/components/ui/card';
import { Notice } from '@/components/ui/notice';
import { useToast } from '@/components/ui/toast';
import { isApiProblem, sentenceOf } from '@/lib/client/api-problem';
import { useDraft, useDraftEdit } from '@/lib/client/draft';
import { onSuccess } from '@/lib/client/on-success';
import { useSessionPolicies } from '@/lib/client/policies';
import { serviceEdits } from '@/lib/client/services';
import type { EnvironmentModel } from '@/lib/model/environment';
import type { Json, JsonObject } from '@/lib/model/json';
import type { PolicyVerdict } from '@/lib/model/policies/verdicts';
import type { ServiceType } from '@/lib/model/service-type';
import type { ServiceView } from '@/lib/model/views';
import { editMemory, recallEdit } from './edit-memory';
import { type EditField, editBody, editFields } from './edit-plan';

/** The settings of a service as a form; saving puts them into the draft. */
export function EditService({
  model,
  service,
  type,
  types,
  context,
  field,
  onDone,
}: {
  model: EnvironmentModel;
  service: ServiceView;
  type: ServiceType;
  types: readonly ServiceType[];
  context: PropertyFieldContext;
  /** path of the field to begin at, with what is wrong with it told */
  field: string | null;
  onDone: () => void;
}) {
  const t = useTranslations('services.edit');
  const formId = useId();
  const toast = useToast();
  const memory = editMemory(model.id, service.id);
  const [start] = useState(() => recallEdit(memory, service));
  const form = useServiceForm({ type, types, service: start, model, offer: context.offer });
  const values = useWatch({ control: form.control }) as JsonObject;
  useEffect(() => rememberService(memory, type, { service: values, step: 0 }), [memory, type, values]);
  const objections = usePolicyObjections(model.id, service.id);
  const { setFocus, trigger, setError } = form;
  useEffect(() => {
    if (field === null) return;
    setFocus(field);
    void trigger(field).then(() => {
      for (const { property, sentence } of objections) {
        if (property === field) setError(field, { type: 'policy', message: sentence });
      }
    });
  }, [field, setFocus, trigger, setError, objections]);
  const close = () => {
    forgetService(memory);
    onDone();
  };
  const save = useDraftEdit(model.id, (sessionId, body: JsonObject) =>
    serviceEdits.replace(model.id, sessionId, service.id, body),
  );
  const submit = form.handleSubmit((entered) => {
    const body = editBody(type, service, entered as JsonObject);
    if (Object.keys(body).length === 0) return close();
    const asked = save.mutateAsync(body);
    onSuccess(asked, () => {
      toast.success(t('saved'), t('notDeployed'));
      close();
    });
    asked.catch((error) => {
      if (!isApiProblem(error)) return;
      for (const { path, sentence } of error.fields) form.setError(path, { type: 'server', message: sentence });
    });
  });
  return (
    <>
      <CardBody>
        <form id={formId} onSubmit={submit} noValidate className="flex max-w-xl flex-col gap-6">
          {save.isError && <Notice tone="failed">{sentenceOf(save.error)}</Notice>}
          {editFields(type, service, values, context.offer).map((field) => (
            <EditControl key={field.path} form={form} field={field} context={context} />
          ))}
        </form>
      </CardBody>
      <CardFooter>
        <Button onClick={close}>{t('cancel')}</Button>
        <Button type="submit" form={formId} variant="primary" pending={save.isPending}>
          {t('save')}
        </Button>
      </CardFooter>
    </>
  );
}

const NONE: readonly PolicyVerdict[] = [];

/** What policies object to of a service in the draft, where the answer is known that they are about. */
function usePolicyObjections(environmentId: string, serviceId: string): readonly PolicyVerdict[] {
  const { mine } = useDraft(environmentId);
  const verdicts = useSessionPolicies(environmentId, mine?.id ?? null).data?.verdicts ?? NONE;
  return useMemo(
    () =>
      verdicts.filter((one) => one.service_id === serviceId && one.property !== null && one.kind !== 'modification'),
    [verdicts, serviceId],
  );
}

function EditControl({
  form,
  field: { property, path, alsoAt, of, fixed, rebuilds },
  context,
}: {
  form: ServiceForm;
  field: EditField;
  context: PropertyFieldContext;
}) {
  const t = useTranslations('services.edit');
  const { field, formState, fieldState } = useController({ control: form.control, name: path });
  const change = (value: Json) => {
    field.onChange(value);
    for (const other of alsoAt) form.setValue(other, value, { shouldDirty: true });
  };
  const shown = {
    ...property,
    label: of === null ? property.label : t('labelOf', { label: property.label, name: of }),
    help: fixed ? t('fixed') : property.help,
  };
  return (
    <div className="flex flex-col gap-2">
      <PropertyField
        property={shown}
        value={field.value}
        onChange={change}
        onBlur={field.onBlur}
        inputRef={field.ref}
        error={messageOf(formState.errors, path)}
        disabled={fixed}
        context={context}
      />
      {rebuilds && fieldState.isDirty && <Notice tone="attention">{t('rebuilds')}</Notice>}
    </div>
  );
}
