'use client';
import { ListOrdered } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { Link } from '@/components/ui/link';
import { useDurationRange } from '@/components/ui/use-duration';
import type { RunPlace } from '@/lib/model/runs/run-place';

/** What a run that has not begun waits for, and about how long. */
export function PlaceInQueue({ place, environmentId }: { place: RunPlace; environmentId: string }) {
  const t = useTranslations('deployments.place');
  const range = useDurationRange();
  const { after, ahead, expected_seconds: seconds } = place;
  return (
    <p className="flex items-start gap-1.5 text-ink-muted">
      <ListOrdered aria-hidden className="mt-0.5 size-4 shrink-0" />
      <span>
        {after === null
          ? t('ahead', { count: ahead })
          : t.rich('after', {
              run: (words) => <Link href={`/environments/${environmentId}/deployments/${after.id}`}>{words}</Link>,
            })}
        {seconds !== null && ` ${t('expected', { time: range(seconds * 1_000, seconds * 1_000) })}`}
      </span>
    </p>
  );
}
