'use client';
import { Bell, BellRing } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { useRunTitle } from '@/components/status/run-title';
import { Button } from '@/components/ui/button';
import { useToast } from '@/components/ui/toast';
import { forgetRun, useWatched, watchRun } from '@/lib/client/events/watched';
import type { RunView } from '@/lib/model/runs/run-view';

/** Has all tabs of this browser, and the desktop if it is allowed, tell when a deployment is over. */
export function NotifyToggle({
  view,
  name,
}: {
  view: RunView;
  /** of the environment */
  name: string;
}) {
  const { environment_id: environmentId, id: runId } = view;
  const about = useRunTitle();
  const t = useTranslations('deployments.watch');
  const toast = useToast();
  const on = useWatched().some((one) => one.runId === runId);
  const watch = async () => {
    watchRun({ environmentId, runId, name, run: about.title(view), about: about.summary(view) });
    const allowed = await askToNotify();
    toast.info(t('on'), allowed ? t('byDesktop') : t('byTabs'));
  };
  return (
    <Button aria-pressed={on} onClick={() => (on ? forgetRun(runId) : void watch())}>
      {on ? <BellRing aria-hidden /> : <Bell aria-hidden />}
      {on ? t('willTell') : t('tellMe')}
    </Button>
  );
}

/** Whether the desktop may be used to tell; asks when nobody has said yet. */
async function askToNotify(): Promise<boolean> {
  if (!('Notification' in window)) return false;
  const answer =
    Notification.permission === 'default' ? await Notification.requestPermission() : Notification.permission;
  return answer === 'granted';
}
