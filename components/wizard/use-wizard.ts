'use client';
import { useEffect, useMemo, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { useServiceForm } from '@/components/forms/service-form';
import { fieldsOf, firstIncomplete, type StepField, stepOf, stepsOf } from '@/components/forms/steps';
import type { EnvironmentModel } from '@/lib/model/environment';
import type { FieldProblem } from '@/lib/model/field-problem';
import type { JsonObject } from '@/lib/model/json';
import { checkForm, checkService, completeService, Neighbours } from '@/lib/model/service-rules';
import type { Offer, ServiceType } from '@/lib/model/service-type';
import { useConfirmations } from './use-confirmations';
import { useObjections } from './use-objections';
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
  const { start, type, types, model, offer } = options;
  const form = useServiceForm({ type, types, model, offer, service: start.service });
  const service = useWatch({ control: form.control }) as JsonObject;
  const steps = stepsOf(type, service, offer);
  const { confirmations, unconfirmed, showMismatch, confirmation } = useConfirmations(start.confirmations, service);
  const objections = useObjections(service);

  const [step, setStep] = useState(() => {
    const wanted = stepOfAddress() ?? start.step;
    const problems = checkForm(start.service, type, { types, others: new Neighbours(types, model.services), offer });
    return Math.min(wanted, firstIncomplete(steps, problems, steps.flatMap(unconfirmed)));
  });
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
      if (wrong.length > 0) showMismatch(wrong);
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

  /** Shows what policies object to at its fields. */
  function showObjections(problems: FieldProblem[]): void {
    objections.take(problems);
    setRefusals((before) => before + 1);
    show(Math.min(...problems.map((problem) => stepOf(problem, steps))), 'new');
  }

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
    objectionAt: objections.at,
    problems,
    /** Forgets what was kept: the service was added. */
    forget: keeping.forget,
    confirmation,
  };
}

export type Wizard = ReturnType<typeof useWizard>;

const pathOf = (field: StepField): string => field.path;
