'use client';
import { Presentation } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { useEffect } from 'react';
import { Button } from '@/components/ui/button';
import { presenter, showPresenter, usePresenter } from '@/lib/client/presenter';
import { ClockSpeed } from './clock-speed';
import { useMe } from './me-context';

/** Puts the page into presenter mode while that is on, says so, and offers the way out. */
export function PresenterMode() {
  const t = useTranslations('shell.presenter');
  const { cloud } = useMe();
  const on = usePresenter();
  useEffect(() => showPresenter(on), [on]);
  return (
    <div role="status" className="print:hidden">
      {on && (
        <div
          data-leave-wall
          className="fixed right-4 bottom-[calc(1rem+var(--dock-height,0px))] z-50 flex flex-wrap items-center justify-end gap-2"
        >
          {cloud.simulated && <ClockSpeed />}
          <Button size="sm" className="shadow-lift" title={t('hint')} onClick={() => presenter.set(false)}>
            <Presentation aria-hidden />
            {t('leave')}
          </Button>
        </div>
      )}
    </div>
  );
}
