'use client';
import { cn } from '@/components/ui/class-names';
import { useCanvasActions } from '../canvas-actions';
import { countedSteps, type PlanMark, turnsOf } from './marks';
import { usePlanMark } from './marks-context';
import { usePlanWords } from './plan-words';
import { STEP_SIGNS } from './step-signs';

/** The step that a box is drawn with: the last, as a restart is a start in the end. */
function shownStep({ steps }: PlanMark) {
  return steps.at(-1)?.does ?? 'nothing';
}

/** The classes of a machine's box that say what is done with it; none for what stays as it is. */
export function planBox(mark: PlanMark): string {
  return STEP_SIGNS[shownStep(mark)].box;
}

/** The shape of what is done with it. */
export function PlanIcon({ mark, className }: { mark: PlanMark; className?: string }) {
  const { icon: Icon, text } = STEP_SIGNS[shownStep(mark)];
  return <Icon aria-hidden className={cn('shrink-0', text, className)} />;
}

/** What is done with a machine, in a few words with its shape. */
export function PlanLine({ mark, className }: { mark: PlanMark; className?: string }) {
  const { step } = usePlanWords();
  return (
    <span className={cn('flex min-w-0 items-center gap-1.5 font-medium', STEP_SIGNS[shownStep(mark)].text, className)}>
      <PlanIcon mark={mark} className="size-3.5" />
      <span className="truncate">{step(shownStep(mark))}</span>
    </span>
  );
}

/** From afar it is larger, as everything else is. */
const SIGN_SIZES = {
  near: 'h-6 min-w-6 text-[13px]',
  far: 'h-9 min-w-9 text-xl',
  cells: '-top-10 -left-10 h-24 min-w-24 text-[64px]',
} as const;

/** When its turn is, at the corner of a box; nothing where everything goes at once. */
export function TurnSign({ marks }: { marks: readonly PlanMark[] }) {
  const { level } = useCanvasActions();
  const turns = turnsOf(marks);
  if (turns.length === 0) return null;
  return <Turns turns={turns} className={cn('absolute -top-3 -left-3 z-10', SIGN_SIZES[level])} />;
}

/** Turns as a round sign. */
export function Turns({ turns, className }: { turns: readonly number[]; className?: string }) {
  return (
    <span
      aria-hidden
      className={cn(
        'grid shrink-0 place-items-center rounded-full bg-accent px-1 font-semibold text-on-accent tabular-nums leading-none',
        className,
      )}
    >
      {turns.join(' · ')}
    </span>
  );
}

/** How many machines of a box have what done with them. */
export function PlanCounts({ marks, className }: { marks: readonly PlanMark[]; className?: string }) {
  const { step } = usePlanWords();
  return (
    <span className={cn('flex items-center gap-3', className)}>
      {countedSteps(marks).map(({ does, count }) => {
        const { icon: Icon, text } = STEP_SIGNS[does];
        return (
          <span key={does} title={step(does)} className={cn('inline-flex items-center gap-1 tabular-nums', text)}>
            <Icon aria-hidden className="size-[1.15em]" />
            {count}
            <span className="sr-only"> {step(does)}</span>
          </span>
        );
      })}
    </span>
  );
}

/** What is done with what stands on a machine, or is shared, and when; nothing where a plan does not speak of it. */
export function PartPlan({ nodeId }: { nodeId: string }) {
  const mark = usePlanMark(nodeId);
  const { sentence } = usePlanWords();
  if (!mark) return null;
  const turns = turnsOf([mark]);
  return (
    <span title={sentence(mark) ?? undefined} className="pointer-events-auto flex shrink-0 items-center gap-1">
      <PlanIcon mark={mark} className="size-3.5" />
      {turns.length > 0 && <Turns turns={turns} className="h-4 min-w-4 text-[11px]" />}
    </span>
  );
}
