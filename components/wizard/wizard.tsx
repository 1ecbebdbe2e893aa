'use client';
import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { type FormEvent, useEffect, useMemo, useRef, useState } from 'react';
import { offersOf } from '@/components/forms/offers-of';
import type { PropertyFieldContext } from '@/components/forms/property-field-context';
import { StepFields, unitsOf } from '@/components/forms/step-fields';
import { useOverQuota } from '@/components/forms/use-over-quota';
import { Button } from '@/components/ui/button';
import { Card, CardBody, CardFooter } from '@/components/ui/card';
import { LinkButton } from '@/components/ui/link';
import { Notice } from '@/components/ui/notice';
import { Skeleton } from '@/components/ui/skeleton';
import { Stepper } from '@/components/ui/stepper';
import { useToast } from '@/components/ui/toast';
import { useAddedWhere } from '@/lib/client/add-address';
import { isApiProblem, sentenceOf } from '@/lib/client/api-problem';
import { referringTo } from '@/lib/model/added-beside';
import type { EnvironmentModel } from '@/lib/model/environment';
import type { JsonObject } from '@/lib/model/json';
import { accountsOf } from '@/lib/model/property-facts';
import { newService } from '@/lib/model/service-rules';
import type { Offer, ServiceType } from '@/lib/model/service-type';
import { sharedSecrets } from '@/lib/model/shared-secrets';
import { AdditionVerdicts } from './addition-verdicts';
import { ReviewStep } from './review-step';
import { useAddService } from './use-add-service';
import { useWizard } from './use-wizard';
import { VersionChoice } from './version-choice';
import { withoutBlanks } from './without-blanks';
import { forgetWizard, startOf, type WizardStart } from './wizard-memory';

interface WizardProps {
  environmentId: string;
  type: ServiceType;
  types: readonly ServiceType[];
  /** the draft, or what is deployed when there is no draft yet */
  model: EnvironmentModel;
  offer: Offer;
  /** digest of the version of its package, where one was chosen instead of the newest */
  version: string | null;
  onVersion: (digest: string | null) => void;
}

/** The wizard of a service type, begun afresh or continued where this browser tab left it. */
export function ServiceWizard(props: WizardProps) {
  const { environmentId, type, types, model, offer } = props;
  const t = useTranslations('wizard');
  const name = `${environmentId}.${type.type}`;
  const [round, setRound] = useState(0);
  const [start, setStart] = useState<WizardStart | null>(null);
  const { beside } = useAddedWhere();

  // Once, when the wizard opens: what others change meanwhile must not reset what is being typed.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  useEffect(() => {
    let gone = false;
    const fresh = newService(type, { types, model, offer });
    void startOf(name, beside ? referringTo(fresh, type, beside) : fresh).then((begun) => {
      if (!gone) setStart(begun);
    });
    return () => {
      gone = true;
    };
  }, [name, round]);

  if (!start) return <Skeleton className="h-96 w-full" />;
  const startOver = () => {
    forgetWizard(name);
    setStart(null);
    setRound(round + 1);
  };
  return (
    <div className="flex flex-col gap-4">
      {start.continued && (
        <Notice
          tone="neutral"
          title={t('continued')}
          actions={
            <Button size="sm" onClick={startOver}>
              {t('startOver')}
            </Button>
          }
        >
          {start.missing > 0 && t('typeAgain')}
        </Notice>
      )}
      <WizardForm key={round} start={start} {...props} />
    </div>
  );
}

function WizardForm({ start, ...props }: WizardProps & { start: WizardStart }) {
  const { environmentId, type, types, model, offer, version, onVersion } = props;
  const t = useTranslations('wizard');
  const wizard = useWizard({ start, type, types, model, offer });
  const { steps, step, goTo } = wizard;
  const router = useRouter();
  const toast = useToast();
  const add = useAddService(environmentId, type, version, { types, model });
  const heading = useHeadingFocus(step);
  const current = steps[step];
  const last = step >= steps.length;
  const overQuota = useOverQuota(wizard.service, type, offer);

  const context = useFieldContext(wizard.service, type, props);

  async function next(event: FormEvent) {
    event.preventDefault();
    if (!last) return void (await goTo(step + 1));
    if (overQuota !== null || !(await goTo(steps.length))) return;
    try {
      await add.mutateAsync(withoutBlanks(wizard.service));
      wizard.forget();
      toast.success(t('added', { title: type.title }), t('addedHint'));
      // To the top of the page, not just of its part that changes.
      router.push(`/environments/${environmentId}`, { scroll: false });
      window.scrollTo({ top: 0 });
    } catch (problem) {
      if (isApiProblem(problem) && problem.fields.length > 0) wizard.showProblems(problem.fields);
      toast.error(t('notAdded'), sentenceOf(problem) ?? undefined);
    }
  }

  const titles = [...steps.map(({ title }) => title), t('review')];
  return (
    <form onSubmit={next} noValidate className="flex flex-col gap-5">
      <Stepper
        steps={titles.map((title, index) => ({
          title,
          state: index === step ? 'current' : index < step ? 'done' : 'next',
        }))}
        onStep={(index) => void goTo(index)}
      />
      <Card>
        <CardBody className="flex flex-col gap-6 sm:p-6">
          <header>
            <h2 ref={heading} tabIndex={-1} className="font-semibold text-lg outline-none">
              {current?.title ?? t('review')}
            </h2>
            <p className="mt-1 text-ink-muted">{current ? current.help : t('reviewHelp', { title: type.title })}</p>
          </header>
          {current ? (
            <div className="flex max-w-xl flex-col gap-6">
              <StepFields step={current} wizard={wizard} type={type} context={context} />
              {step === 0 && (
                <VersionChoice environmentId={environmentId} type={type} chosen={version} onChoose={onVersion} />
              )}
            </div>
          ) : (
            <>
              <AdditionVerdicts
                environmentId={environmentId}
                service={withoutBlanks(wizard.service)}
                version={version}
                onPutRight={wizard.showObjections}
              />
              <ReviewStep
                environmentId={environmentId}
                wizard={wizard}
                type={type}
                offer={offer}
                service={withoutBlanks(wizard.service)}
                version={version}
              />
            </>
          )}
          {add.isError && <Notice tone="failed">{sentenceOf(add.error)}</Notice>}
        </CardBody>
        <CardFooter className="justify-between">
          {step === 0 ? (
            <LinkButton variant="ghost" href={`/environments/${environmentId}/services/add`}>
              {t('other')}
            </LinkButton>
          ) : (
            <Button variant="ghost" onClick={wizard.goBack}>
              {t('back')}
            </Button>
          )}
          <Button type="submit" variant="primary" pending={add.isPending} disabledReason={last ? overQuota : null}>
            {t(last ? 'addToDraft' : step + 1 === steps.length ? 'review' : 'next')}
          </Button>
        </CardFooter>
      </Card>
    </form>
  );
}

/** What the controls of its fields need to know of the service and of what stands beside it. */
function useFieldContext(
  service: JsonObject,
  type: ServiceType,
  { types, model, offer }: Pick<WizardProps, 'types' | 'model' | 'offer'>,
): PropertyFieldContext {
  return useMemo(
    () => ({
      offer,
      offers: offersOf(model.services, types),
      secrets: sharedSecrets(model.services, types),
      accounts: accountsOf(service, type.properties),
      unitCount: unitsOf(service).length,
    }),
    [offer, model, types, type, service],
  );
}

/** Moves the focus to the heading of a new step, so that readers and keyboards start at its top. */
function useHeadingFocus(step: number) {
  const heading = useRef<HTMLHeadingElement>(null);
  const before = useRef(step);
  useEffect(() => {
    if (before.current !== step) heading.current?.focus();
    before.current = step;
  }, [step]);
  return heading;
}
