'use client';
import { FileText, X } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { useId } from 'react';
import { useSentenceWords } from '@/components/status/sentence-words';
import { StatusIcon } from '@/components/status/status-icon';
import { TermHint } from '@/components/status/term-hint';
import { Button } from '@/components/ui/button';
import { CodeBlock } from '@/components/ui/code-block';
import { IconButton } from '@/components/ui/icon-button';
import { useDuration } from '@/components/ui/use-duration';
import type { Json, JsonObject } from '@/lib/model/json';
import type { EffectProgress } from '@/lib/model/progress/projection';
import type { UnitState } from '@/lib/model/unit-state';
import { LogLine } from '../log/log-line';
import { useRunWords } from '../run-words';
import type { Segment } from './rows';
import { SoftwareReport } from './software-report';
import type { StepFacts } from './step-facts';

/** So many lines of the log are shown with a step; the log has all of them. */
const LINES = 40;
const NO_WORDS: readonly string[] = [];

/** One step where it stands: what its machine was asked for and answered, how often it was tried, what was said. */
export function StepDetails({
  facts: { effect, attempts, commands, answer, software, lines },
  shown: { from, to },
  startMs,
  now,
  onShowLog,
  onClose,
}: {
  facts: StepFacts;
  /** from when to when its bar stands: a step that waited for its machine to start begins after that */
  shown: Pick<Segment, 'from' | 'to'>;
  /** start of the run, in milliseconds since the epoch */
  startMs: number;
  /** ends what still runs, in milliseconds since the epoch */
  now: number;
  onShowLog: (effectId: string) => void;
  onClose: () => void;
}) {
  const t = useTranslations('deployments.stepDetails');
  const words = useRunWords();
  const inWords = useSentenceWords();
  const duration = useDuration();
  const took = (one: EffectProgress) =>
    duration((one.endedAt === null ? now : Date.parse(one.endedAt)) - Date.parse(one.startedAt ?? ''));
  const after = duration(Math.floor((from - startMs) / 1000) * 1000);
  const title = words.step(effect);
  const titleId = useId();
  const said = lines.slice(-LINES);
  return (
    <section aria-label={title} className="rounded-lg border border-accent/40 bg-surface p-3 shadow-lift">
      <div className="flex flex-wrap items-start gap-x-3 gap-y-1">
        <StatusIcon state={stateOf(effect)} className="mt-0.5" />
        <div className="min-w-0 flex-1 basis-56">
          <h3 className="flex items-center gap-1 font-semibold">
            <span id={titleId}>{title}</span>
            <TermHint of={title} labelId={titleId} />
          </h3>
          <p className="text-[13px] text-ink-muted">
            {t(effect.endedAt === null ? 'running' : (effect.outcome ?? 'cancelled'), {
              after,
              took: duration(to - from),
            })}
          </p>
        </div>
        <Button size="sm" variant="ghost" onClick={() => onShowLog(effect.id)}>
          <FileText aria-hidden />
          {t('showLog')}
        </Button>
        <IconButton label={t('close')} size="sm" onClick={onClose}>
          <X aria-hidden />
        </IconButton>
      </div>
      {effect.problem && <p className="mt-1 break-words text-failed-text">{inWords(effect.problem.sentence)}</p>}
      {attempts.length > 1 && (
        <ol aria-label={t('attempts')} className="mt-2 list-decimal pl-5 text-[13px]">
          {attempts.map((one) => (
            <li key={one.id}>{t('attempt', { outcome: one.outcome ?? 'running', took: took(one) })}</li>
          ))}
        </ol>
      )}
      <div className="mt-2 grid gap-3 lg:grid-cols-2">
        <div className="flex min-w-0 flex-col gap-2">
          {commands?.map((command, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: commands of one name may follow each other, and never change
            <div key={at}>
              <CodeBlock
                label={t('input', { command: command.name })}
                text={`${command.name}\n${given(command.arguments)}`}
              />
            </div>
          ))}
          {software && <SoftwareReport software={software} />}
          {answer?.kind === 'told' && <CodeBlock label={t('output')} text={answer.outputs.map(asText).join('\n')} />}
          {answer !== null && answer.kind !== 'told' && <p className="text-[13px] text-ink-muted">{t(answer.kind)}</p>}
        </div>
        {said.length > 0 && (
          <ol
            aria-label={t('lines')}
            className="max-h-48 min-w-0 overflow-y-auto rounded-md border bg-sunken py-1 font-mono text-[13px] leading-5"
          >
            {said.map((line) => (
              <li key={line.seq}>
                <LogLine line={line} words={NO_WORDS} lit={false} present={false} detailed />
              </li>
            ))}
          </ol>
        )}
      </div>
    </section>
  );
}

function stateOf({ outcome }: EffectProgress): UnitState {
  if (outcome === null) return 'running';
  return outcome === 'ok' ? 'ready' : outcome === 'failed' ? 'failed' : 'attention';
}

function given(values: JsonObject): string {
  return Object.entries(values)
    .map(([name, value]) => `  ${name}: ${asText(value ?? null)}`)
    .join('\n');
}

function asText(value: Json): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
