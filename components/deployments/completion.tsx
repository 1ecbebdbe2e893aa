'use client';
import { CircleCheck, Globe, TriangleAlert } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { useMe } from '@/components/shell/me-context';
import { workflowOf } from '@/components/status/run-title';
import { buttonClasses } from '@/components/ui/button-classes';
import { cn } from '@/components/ui/class-names';
import { LinkButton } from '@/components/ui/link';
import { siteHref } from '@/lib/client/site-link';
import type { RunVerdict } from '@/lib/model/runs/conclusion';
import type { RunView } from '@/lib/model/runs/run-view';
import type { RunUnit } from './run';

/** How runs end that have something of their own to say. */
const FOUND = ['drifted', 'repaired', 'reinstalled', 'partly'] as const satisfies readonly RunVerdict[];

/** The quiet moment when a run came to its end: what is there now, what went, and where to look at it. */
export function Completion({
  view,
  units,
  verdict,
}: {
  view: RunView;
  units: readonly RunUnit[];
  /** how it ended: what was found is told in place of a success */
  verdict: RunVerdict;
}) {
  const t = useTranslations('deployments.completion');
  const { simulated } = useMe().cloud;
  const there = units.filter(({ removal }) => removal === null);
  const sites = [
    ...new Map(
      there.flatMap((unit) => {
        const href = siteHref(unit.uri, simulated);
        return href ? [[href, unit] as const] : [];
      }),
    ).entries(),
  ];
  const troubled = there.filter(({ state }) => state === 'attention' || state === 'failed');
  const deletion = view.kind === 'delete';
  const removed = units.length - there.length;
  const workflow = workflowOf(view.kind);
  const whatIsThere = () => {
    if (deletion) return t('deleted');
    if (there.length === 0) return t('nothingLeft');
    const [first] = troubled;
    if (first) return t('troubled', { count: troubled.length, name: first.title });
    return t(removed > 0 ? 'rest' : 'up', { count: there.length });
  };
  const summed = [...(removed > 0 ? [t('removed', { count: removed })] : []), whatIsThere()];
  const [found] = FOUND.filter((one) => one === verdict);
  const sentences = found ? [t(`found.${found}`)] : workflow === null ? summed : [t(`workflow.${workflow}`)];
  const isTroubled = workflow === null && troubled.length > 0;
  const isWell = (found === undefined && !isTroubled) || found === 'repaired' || found === 'reinstalled';
  // nobody answers there
  const open = view.kind === 'stop' || view.kind === 'suspend' || !(isWell || isTroubled) ? [] : sites;
  return (
    <section
      role="status"
      className={cn(
        'flex flex-wrap items-center gap-x-4 gap-y-3 rounded-xl border px-4 py-2 sm:px-5',
        isWell ? 'border-ready-border bg-ready-bg' : 'border-attention-border bg-attention-bg',
      )}
    >
      {isWell ? (
        <CircleCheck aria-hidden className="size-6 shrink-0 text-ready-solid" />
      ) : (
        <TriangleAlert aria-hidden className="size-6 shrink-0 text-attention-solid" />
      )}
      <div className="min-w-0 flex-1 basis-56">
        <p className={cn('font-semibold text-[15px]', isWell ? 'text-ready-text' : 'text-attention-text')}>
          {sentences.join(' ')}
        </p>
      </div>
      {!deletion && (
        <div className="flex flex-wrap gap-2">
          {open.map(([href, unit]) => (
            <a key={href} href={href} target="_blank" rel="noreferrer" className={buttonClasses('primary')}>
              <Globe aria-hidden />
              {t('open', { service: unit.serviceName })}
              <span className="sr-only"> {t('newTab')}</span>
            </a>
          ))}
          <LinkButton href={`/environments/${view.environment_id}`}>{t('topology')}</LinkButton>
        </div>
      )}
    </section>
  );
}
