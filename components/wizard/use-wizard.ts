'use client';
import { useTranslations } from 'next-intl';
import { useEffect, useMemo, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { useServiceForm } from '@/components/forms/service-form';
import { fieldsOf, firstIncomplete, type StepField, stepOf, stepsOf, type WizardStep } from '@/components/forms/steps';
import type { EnvironmentModel } from '@/lib/model/environment';
import type { FieldProblem } from '@/lib/model/field-problem';
import { valueAt } from '@/lib/model/installed';
import type { JsonObject } from '@/lib/model/json';
import { isSecret } from '@/lib/model/property-facts';
import { copiedFrom } from '@/lib/model/secret';
import { checkForm, checkService, completeService, Neighbours } from '@/lib/model/service-rules';
import type { Offer, ServiceType } from '@/lib/model/service-type';
import { stepOfAddress, useStepAddress } from './use-step-address';
import { useKeeping, type WizardStart } from './wizard-memory';

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
  const [confirmations, setConfirmations] = useState(start.confirmations);
  const mismatch = (path: string): boolean => {
    const value = valueAt(service, path) ?? '';
    return copiedFrom(value) === null && value !== (confirmations[path] ?? '');
  };
  const unconfirmed = (step: WizardStep): string[] => fieldsOf(step).filter(isConfirmed).map(pathOf).filter(mismatch);

  const [step, setStep] = useState(() => {
    const wanted = stepOfAddress() ?? start.step;
    const problems = checkForm(start.service, type, { types, others: new Neighbours(types, model.services), offer });
    return Math.min(wanted, firstIncomplete(steps, problems, steps.flatMap(unconfirmed)));
  });
  const [asked, setAsked] = useState<ReadonlySet<string>>(new Set());
  const [objections, setObjections] = useState<readonly (FieldProblem & { answer: string })[]>([]);
  const [refusals, setRefusals] = useState(0);
  const address = useStepAddress((wanted) => void goTo(wanted, 'there'));
  const keeping = useKeeping({ start, type, service, step, confirmations });

  // Where one arrives by an address that names a step too far it is put right. One that names none leads on from the
  // first step, to where the wizard was left: Back leads there.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the wizard opens
  useEffect(() => address.write(step, stepOfAddress() === null ? 0 : null), []);

  function show(target: number, entry: 'new' | 'there'): void {
    setStep(target);
    address.write(target, entry === 'new' && target !== step ? step : null);
  }

  /**
   * Goes to a step; forward only when those before it are right, else to the first that is not.
   *
   * @param entry whether that is a new entry of the browser's history, or the browser is there already
   */
  async function goTo(target: number, entry: 'new' | 'there' = 'new'): Promise<boolean> {
    for (const [index, current] of steps.slice(0, target).entries()) {
      const paths = fieldsOf(current).map(pathOf);
      const wrong = unconfirmed(current);
      if (wrong.length > 0) setAsked((before) => new Set([...before, ...wrong]));
      const valid = paths.length === 0 || (await form.trigger(paths));
      if (!valid || wrong.length > 0) {
        setRefusals((before) => before + 1);
        show(index, entry);
        return false;
      }
    }
    show(Math.min(target, steps.length), entry);
    return true;
  }

  /** Shows problems that the server found at their fields, at the first step that has one. */
  function showProblems(problems: FieldProblem[]): void {
    for (const { path, sentence } of problems) form.setError(path, { type: 'server', message: sentence });
    if (problems.length === 0) return;
    setRefusals((before) => before + 1);
    show(Math.min(...problems.map((problem) => stepOf(problem, steps))), 'new');
  }

  /** Shows what policies object to at its fields: no check of the form finds it, so it stays until the answer is another. */
  function showObjections(problems: FieldProblem[]): void {
    setObjections(problems.map((problem) => ({ ...problem, answer: answerAt(problem.path) })));
    setRefusals((before) => before + 1);
    show(Math.min(...problems.map((problem) => stepOf(problem, steps))), 'new');
  }
  const answerAt = (path: string) => JSON.stringify(valueAt(service, path) ?? null);

  const others = useMemo(() => new Neighbours(types, model.services), [types, model]);
  const problems = useMemo(
    () => checkService(completeService(service, type, offer), { types, others, offer }),
    [service, type, types, others, offer],
  );

  return {
    form,
    service,
    steps,
    step,
    goTo,
    /** To the step before, the way one came where that is the way. */
    goBack: () => address.returnTo(step - 1) || void goTo(step - 1),
    /** how often a step was refused to be left */
    refusals,
    showProblems,
    showObjections,
    /** what a policy objects to of the answer at a path; null when nothing */
    objectionAt: (path: string) =>
      objections.find((one) => one.path === path && one.answer === answerAt(path))?.sentence ?? null,
    problems,
    /** Forgets what was kept: the service was added. */
    forget: keeping.forget,
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

const pathOf = (field: StepField): string => field.path;

/** Whether an answer is typed twice. */
function isConfirmed(field: StepField): boolean {
  return field.kind !== 'unitCount' && isSecret(field.property);
}
