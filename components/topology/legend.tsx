'use client';
import { useTranslations } from 'next-intl';
import { RELATION_DASHES } from './relation-dashes';

const LINES = [
  { key: 'connected', dash: RELATION_DASHES.established },
  { key: 'willConnect', dash: RELATION_DASHES.planned },
] as const;

/** What the lines mean, and how to get about; what colours and shapes mean stands in the filter. */
export function Legend({ selects }: { selects: boolean }) {
  const t = useTranslations('topology.legend');
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1.5 text-ink-muted text-xs">
      <ul aria-label={t('lines')} className="flex flex-wrap gap-x-4 gap-y-1.5">
        {LINES.map((line) => (
          <li key={line.key} className="inline-flex items-center gap-1.5">
            <svg aria-hidden="true" width="28" height="6" className="text-line-strong">
              <line x1="1" y1="3" x2="27" y2="3" stroke="currentColor" strokeWidth="2" strokeDasharray={line.dash} />
            </svg>
            {t(line.key)}
          </li>
        ))}
      </ul>
      <p className="hidden lg:block">{t(selects ? 'keysSelect' : 'keys')}</p>
    </div>
  );
}
