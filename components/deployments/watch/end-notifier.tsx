'use client';
import { useTranslations } from 'next-intl';
import { useToast } from '@/components/ui/toast';
import { useWatchedEnds, type WatchedEnd } from '@/lib/client/events/use-watched-ends';
import { badgePage } from '@/lib/client/page-badge';

const TONES = { success: 'ready', failed: 'failed', cancelled: 'attention' } as const;

/** Tells when a watched deployment is over: here, on the tab, and on the desktop. */
export function EndNotifier() {
  const t = useTranslations('deployments.watch');
  const toast = useToast();
  useWatchedEnds(({ watched, outcome }: WatchedEnd, first) => {
    const { name, run, about } = watched;
    const title = t(`ended.${outcome}`, { name, run });
    const page = `/environments/${watched.environmentId}/deployments/${watched.runId}`;
    badgePage(TONES[outcome]);
    if (outcome === 'success') toast.success(title, about);
    else if (outcome === 'failed') toast.error(title, t('seePage'));
    else toast.info(title, about);
    if (first) notifyDesktop(title, about, page, watched.runId);
  });
  return null;
}

function notifyDesktop(title: string, body: string, page: string, tag: string): void {
  if (!('Notification' in window) || Notification.permission !== 'granted') return;
  try {
    const notification = new Notification(title, { body, tag, icon: '/icon.svg' });
    notification.onclick = () => {
      window.focus();
      window.location.assign(page);
      notification.close();
    };
  } catch {
    // phones let only service workers notify; the tabs tell it anyway
  }
}
