import { Check, CircleAlert } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { cn } from './class-names';

export interface StepperStep {
  title: string;
  state: 'done' | 'current' | 'next' | 'faulty';
}

/** Where one is in a sequence. Steps that may be visited again are pressed to go there. */
export function Stepper({
  steps,
  onStep,
  label,
}: {
  steps: StepperStep[];
  /** called with the index of a step that is done or faulty */
  onStep?: (index: number) => void;
  label?: string;
}) {
  const t = useTranslations('ui');
  const current = steps.findIndex((step) => step.state === 'current');
  return (
    <nav aria-label={label ?? t('steps')}>
      <p className="mb-2 text-ink-muted sm:hidden">
        {t.rich('step', {
          current: current + 1,
          count: steps.length,
          title: () => <span className="font-medium text-ink">{steps[current]?.title}</span>,
        })}
      </p>
      <ol className="flex items-center gap-2">
        {steps.map((step, index) => {
          const open = onStep !== undefined && (step.state === 'done' || step.state === 'faulty');
          const face = (
            <>
              <span
                aria-hidden
                className={cn(
                  'grid size-6 shrink-0 place-items-center rounded-full border font-semibold text-xs [&_svg]:size-3.5',
                  step.state === 'done' && 'border-accent bg-accent text-on-accent',
                  step.state === 'current' && 'border-accent bg-accent-soft text-accent-ink',
                  step.state === 'next' && 'border-line-strong/60 text-ink-muted',
                  step.state === 'faulty' && 'border-failed-solid bg-failed-bg text-failed-text',
                )}
              >
                {step.state === 'done' ? (
                  <Check strokeWidth={3} />
                ) : step.state === 'faulty' ? (
                  <CircleAlert />
                ) : (
                  index + 1
                )}
              </span>
              <span
                className={cn(
                  'hidden truncate sm:block',
                  step.state === 'current' ? 'font-semibold text-ink' : 'text-ink-muted',
                )}
              >
                {step.title}
              </span>
              <span className="sr-only">{t(`stepStates.${step.state}`)}</span>
            </>
          );
          return (
            <li
              key={step.title}
              aria-current={step.state === 'current' ? 'step' : undefined}
              className="flex min-w-0 items-center gap-2 not-last:flex-1"
            >
              {open ? (
                <button
                  type="button"
                  onClick={() => onStep(index)}
                  className="flex min-w-0 items-center gap-2 rounded-md hover:[&>span]:text-ink"
                >
                  {face}
                </button>
              ) : (
                <span className="flex min-w-0 items-center gap-2">{face}</span>
              )}
              {index < steps.length - 1 && <span aria-hidden className="h-px min-w-3 flex-1 bg-line" />}
            </li>
          );
        })}
      </ol>
    </nav>
  );
}
