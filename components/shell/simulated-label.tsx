'use client';
import { FlaskConical } from 'lucide-react';
import { usePathname } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { Link } from '@/components/ui/link';
import { Popover } from '@/components/ui/popover';
import { ClockSpeed } from './clock-speed';
import { useMe } from './me-context';

/** Says plainly when no real machine is behind what is shown. */
export function SimulatedLabel() {
  const { cloud, system_admin: administers } = useMe();
  const path = usePathname();
  const t = useTranslations('shell.simulated');
  if (!cloud.simulated) return null;
  return (
    <Popover
      // what leads away closes it
      key={path}
      side="top"
      align="start"
      title={t('title')}
      trigger={
        <button
          type="button"
          className="flex min-h-8 w-full items-center gap-2 rounded-md px-2.5 text-left text-[13px] text-ink-muted hover:bg-hover hover:text-ink pointer-coarse:min-h-11"
        >
          <FlaskConical aria-hidden className="size-4 shrink-0" />
          {t('label')}
        </button>
      }
    >
      <div className="flex flex-col items-start gap-3">
        <p className="text-ink-muted">{t('text')}</p>
        <ClockSpeed />
        {administers && <Link href="/admin/faults">{t('faults')}</Link>}
      </div>
    </Popover>
  );
}
