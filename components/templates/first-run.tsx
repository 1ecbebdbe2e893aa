'use client';
import { Check, X } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { type ComponentProps, type ReactNode, useEffect, useState } from 'react';
import { useMe, useRoleReason } from '@/components/shell/me-context';
import { Card } from '@/components/ui/card';
import { cn } from '@/components/ui/class-names';
import { IconButton } from '@/components/ui/icon-button';
import { Link } from '@/components/ui/link';
import { onDemand } from '@/components/ui/on-demand';
import { Skeleton } from '@/components/ui/skeleton';
import { useFoundEnvironments } from '@/lib/client/environments';
import type { ListedEnvironmentView } from '@/lib/model/views';
import { type GuideState, guideProgress, guideReader, guideStateOf, rememberGuide } from './guide-memory';

const FirstSite = onDemand<ComponentProps<typeof import('./first-site').FirstSite>>(
  async () => (await import('./first-site')).FirstSite,
);

/** Whoever has so many environments that run, the guide teaches nothing. */
const AT_HOME = 3;

/** That all steps are done is said once: whoever comes back afterwards has nothing left to do in the guide. */
const stateOnReturn = (state: GuideState | null): GuideState | null => (state === 'seen' ? 'gone' : state);

const isAtHome = (environments: readonly Pick<ListedEnvironmentView, 'version'>[]) =>
  environments.filter(({ version }) => version > 0).length >= AT_HOME;

/** Whoever finds environments here is no newcomer. */
const firstState = (environments: readonly ListedEnvironmentView[]): GuideState =>
  environments.length === 0 ? 'begun' : 'gone';

/** Whether nobody answers, because all machines were stopped or suspended. */
const allRest = ({ machines }: Pick<ListedEnvironmentView, 'machines'>) =>
  machines.count > 0 && machines.resting === machines.count;

/**
 * The guide for whoever is here for the first time, in a tenant without environments: three steps that tick
 * themselves off. It goes when it is dismissed, when it is over or when there are more environments, and does not come back.
 *
 * @param remembered the guide's cookie
 */
export function FirstRun({ remembered }: { remembered: string | undefined }) {
  const t = useTranslations('templates.guide');
  const { user, tenant } = useMe();
  const who = guideReader(user.id, tenant.id);
  const reader = useRoleReason() !== null;
  const environments = useFoundEnvironments({ order: 'created' });
  const [storedState, setState] = useState<GuideState | null>(() => stateOnReturn(guideStateOf(remembered, who)));
  const remember = (next: GuideState) => {
    rememberGuide(who, next);
    setState(next);
  };
  const known = environments.data?.environments;
  const state = storedState ?? (known ? firstState(known) : null);
  useEffect(() => {
    if (storedState !== null || state === null) return;
    rememberGuide(who, state);
    setState(state);
  }, [storedState, state, who]);

  const hasComeUp = known !== undefined && state === 'begun' && guideProgress(known, state).done[1];
  useEffect(() => {
    if (!hasComeUp) return;
    rememberGuide(who, 'up');
    setState('up');
  }, [hasComeUp, who]);

  if (reader || state === 'gone' || isAtHome(known ?? [])) return null;
  if (state === null || !known) return environments.isError ? null : <Skeleton className="h-44 rounded-xl" />;

  const { subject, done } = guideProgress(known, state);
  const [, up] = done;
  const finished = done.every(Boolean);
  return (
    <Card className="relative border-accent-line bg-accent-soft/40 p-4 sm:p-5">
      <div className="flex items-start justify-between gap-4">
        <div>
          <h2 className="font-semibold text-[15px]">{t(finished ? 'finished' : 'title')}</h2>
          <p className="mt-0.5 text-ink-muted">{t(finished ? 'finishedText' : 'lead')}</p>
        </div>
        <IconButton label={t('dismiss')} size="sm" className="-mt-1 -mr-1" onClick={() => remember('gone')}>
          <X aria-hidden />
        </IconButton>
      </div>
      <p role="status" className="sr-only">
        {t('progress', { done: done.filter(Boolean).length, all: done.length })}
      </p>
      <ol className="mt-4 grid gap-3 md:grid-cols-3">
        <Step number={1} title={t('pick')} text={t('pickText')} done={done[0]} next={!done[0]} />
        <Step number={2} title={t('watch')} text={t('watchText')} done={done[1]} next={done[0] && !done[1]}>
          {subject && !up && <Watch environment={subject} />}
        </Step>
        <Step number={3} title={t('open')} text={t('openText')} done={done[2]} next={done[1] && !done[2]}>
          {subject &&
            up &&
            (allRest(subject) ? (
              <Link href={`/environments/${subject.id}`}>{t('wakeLink', { name: subject.name })}</Link>
            ) : (
              <FirstSite environmentId={subject.id} name={subject.name} onOpen={() => remember('seen')} />
            ))}
        </Step>
      </ol>
      {finished && subject && (
        <p className="mt-3">
          <Link href={`/environments/${subject.id}`}>{t('finishedLink', { name: subject.name })}</Link>
        </p>
      )}
    </Card>
  );
}

function Watch({ environment }: { environment: ListedEnvironmentView }) {
  const t = useTranslations('templates.guide');
  return <Link href={`/environments/${environment.id}`}>{t('watchLink', { name: environment.name })}</Link>;
}

function Step({
  number,
  title,
  text,
  done,
  next,
  children,
}: {
  number: number;
  title: string;
  text: string;
  done: boolean;
  /** the one to do now */
  next: boolean;
  children?: ReactNode;
}) {
  const t = useTranslations('templates.guide');
  return (
    <li
      aria-current={next ? 'step' : undefined}
      className={cn('flex gap-3 rounded-lg border p-3', next ? 'border-accent-line bg-surface' : 'border-transparent')}
    >
      <span
        aria-hidden
        className={cn(
          'grid size-6 shrink-0 place-items-center rounded-full border font-semibold text-xs',
          done
            ? 'border-ready-border bg-ready-bg text-ready-text'
            : next
              ? 'border-accent bg-accent text-on-accent'
              : 'border-line-strong text-ink-muted',
        )}
      >
        {done ? <Check className="size-3.5" /> : number}
      </span>
      <div className="min-w-0">
        <h3 className="font-medium">
          {title}
          {(done || next) && <span className="sr-only"> ({t(done ? 'done' : 'next')})</span>}
        </h3>
        <p className="text-[13px] text-ink-muted">{text}</p>
        {children && <div className="mt-1.5 break-words">{children}</div>}
      </div>
    </li>
  );
}
