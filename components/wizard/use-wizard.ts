'use client';
import { useTranslations } from 'next-intl';
import { useEffect, useMemo, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { secretVault } from '@/components/forms/secret-vault';
import { useServiceForm } from '@/components/forms/service-form';
import { forgetService, rememberService } from '@/components/forms/service-memory';
import type { EnvironmentModel } from '@/lib/model/environment';
import type { FieldProblem } from '@/lib/model/field-problem';
import { valueAt } from '@/lib/model/installed';
import { isObject, type JsonObject } from '@/lib/model/json';
import { isSecret, secretPaths } from '@/lib/model/property-facts';
import { checkService, completeService } from '@/lib/model/service-rules';
import type { Offer, ServiceType } from '@/lib/model/service-type';
import { type StepField, stepOf, stepsOf } from './steps';

/** What a wizard starts with: a new service, or what was kept of one. */
export interface WizardStart {
  name: string;
  service: JsonObject;
  step: number;
}

/** The state of a wizard: one form over the whole service, the step shown, and what was typed twice. */
export function useWizard(options: {
  start: WizardStart;
  type: ServiceType;
  types: readonly ServiceType[];
  model: EnvironmentModel;
  offer: Offer;
}) {
  const t = useTranslations('wizard');
  const { start, type, types, model, offer } = options;
  const form = useServiceForm({ type, types, model, offer, service: start.service });
  const service = useWatch({ control: form.control }) as JsonObject;
  const steps = stepsOf(type, service);
  const [step, setStep] = useState(Math.min(start.step, steps.length));
  // What was restored was confirmed before.
  const [confirmations, setConfirmations] = useState(() => secretsOf(start.service, type));
  const [asked, setAsked] = useState<ReadonlySet<string>>(new Set());
  useKeeping(start.name, type, service, step);

  const mismatch = (path: string): boolean => (valueAt(service, path) ?? '') !== (confirmations[path] ?? '');
  const confirmable = (field: StepField): field is Exclude<StepField, { kind: 'unitCount' }> =>
    field.kind !== 'unitCount' && isSecret(field.property);
  const unconfirmed = (index: number): string[] =>
    (steps[index] ? [...steps[index].plain, ...steps[index].expert] : [])
      .filter(confirmable)
      .map((field) => field.path)
      .filter(mismatch);

  /** Goes to a step; forward only when those before it are right, else to the first that is not. */
  async function goTo(target: number): Promise<boolean> {
    for (let index = 0; index < target; index += 1) {
      const current = steps[index];
      if (!current) break;
      const paths = [...current.plain, ...current.expert].map((field) => field.path);
      const wrong = unconfirmed(index);
      if (wrong.length > 0) setAsked((before) => new Set([...before, ...wrong]));
      const valid = paths.length === 0 || (await form.trigger(paths, { shouldFocus: index === step }));
      if (!valid || wrong.length > 0) {
        setStep(index);
        return false;
      }
    }
    setStep(target);
    return true;
  }

  /** Shows problems that the server found at their fields, at the first step that has one. */
  function showProblems(problems: FieldProblem[]): void {
    for (const { path, sentence } of problems) form.setError(path, { type: 'server', message: sentence });
    if (problems.length > 0) setStep(Math.min(...problems.map((problem) => stepOf(problem, steps))));
  }

  const problems = useMemo(
    () => checkService(completeService(service, type, offer), { types, model, offer }),
    [service, type, types, model, offer],
  );

  return {
    form,
    service,
    steps,
    step,
    goTo,
    showProblems,
    problems,
    confirmation: (path: string) => ({
      value: confirmations[path] ?? '',
      onChange: (value: string) => {
        setConfirmations((before) => ({ ...before, [path]: value }));
        if (value.length >= String(valueAt(service, path) ?? '').length)
          setAsked((before) => new Set([...before, path]));
      },
      error: asked.has(path) && mismatch(path) ? t('differ') : null,
    }),
  };
}

export type Wizard = ReturnType<typeof useWizard>;

/** Forgets what was kept of a wizard: it was sent, or its person starts over. */
export function forgetWizard(name: string): void {
  forgetService(name);
  secretVault(name).forget();
}

/** The secrets of a service by path. */
export function secretsOf(service: JsonObject, type: ServiceType): Record<string, string> {
  return Object.fromEntries(secretPaths(service, type).map((path) => [path, String(valueAt(service, path))]));
}

/** A service with values put in at paths; paths it does not have are left out. */
export function withValues(service: JsonObject, values: Record<string, string>): JsonObject {
  const copy = structuredClone(service);
  for (const [path, value] of Object.entries(values)) {
    const keys = path.split('.');
    const owner = keys.slice(0, -1).reduce<unknown>((at, key) => (at as JsonObject | undefined)?.[key], copy);
    const last = keys.at(-1);
    if (isObject(owner) && last !== undefined) owner[last] = value;
  }
  return copy;
}

/** Keeps every keystroke for this tab, a moment after it. */
function useKeeping(name: string, type: ServiceType, service: JsonObject, step: number): void {
  useEffect(() => {
    const timer = setTimeout(() => {
      rememberService(name, type, service, step);
      void secretVault(name).save(secretsOf(service, type));
    }, 150);
    return () => clearTimeout(timer);
  }, [name, type, service, step]);
}
