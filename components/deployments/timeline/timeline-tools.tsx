import { Minus, Plus } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { IconButton } from '@/components/ui/icon-button';

export const ZOOMS = [1, 2, 4, 8, 16] as const;
export type Zoom = (typeof ZOOMS)[number];

/** How much of the time is in sight. */
export function TimelineZoom({ zoom, onZoom }: { zoom: Zoom; onZoom: (zoom: Zoom) => void }) {
  const t = useTranslations('deployments.timeline');
  const step = ZOOMS.indexOf(zoom);
  return (
    <div className="flex items-center gap-1">
      <IconButton
        label={t('zoomOut')}
        size="sm"
        disabled={step === 0}
        onClick={() => onZoom(ZOOMS[step - 1] ?? ZOOMS[0])}
      >
        <Minus aria-hidden />
      </IconButton>
      <span role="status" className="w-10 text-center text-ink-muted text-xs tabular-nums">
        <span className="sr-only">{t('zoom')} </span>
        {zoom}×
      </span>
      <IconButton
        label={t('zoomIn')}
        size="sm"
        disabled={step === ZOOMS.length - 1}
        onClick={() => onZoom(ZOOMS[step + 1] ?? zoom)}
      >
        <Plus aria-hidden />
      </IconButton>
    </div>
  );
}

/** What the marks of the timeline mean. */
export function TimelineKey({ live, removes }: { live: boolean; removes: boolean }) {
  const t = useTranslations('deployments.timeline');
  return (
    <ul aria-label={t('key')} className="flex flex-wrap items-center gap-x-4 gap-y-1 text-ink-muted text-xs">
      {live && (
        <li className="flex items-center gap-1.5">
          <span aria-hidden className="h-3 w-5 rounded-sm border border-line-strong border-l-3 border-dashed" />
          {t('planned')}
        </li>
      )}
      <li className="flex items-center gap-1.5">
        <span
          aria-hidden
          className="timeline-critical h-3 w-5 rounded-sm border border-ready-solid border-l-3 bg-ready-bg text-ready-text"
        />
        {t(live ? 'criticalSoFar' : 'critical')}
      </li>
      <li className="flex items-center gap-1.5 max-sm:hidden">
        <span aria-hidden className="timeline-waiting h-1 w-5" />
        {t('kinds.waiting')}
      </li>
      <li className="flex items-center gap-1.5 max-sm:hidden">
        <span aria-hidden className="h-1.5 w-5 rounded-full bg-running-solid/60" />
        {t('starts')}
      </li>
      {removes && (
        <li className="flex items-center gap-1.5">
          <span aria-hidden className="h-3 w-5 rounded-sm border border-waiting-solid border-l-3 bg-waiting-bg" />
          {t('kinds.removal')}
        </li>
      )}
    </ul>
  );
}
