'use client';
import { Toast as Base } from '@base-ui/react/toast';
import { CircleAlert, CircleCheck, Info, X } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { useEffect } from 'react';
import type { ToastEntry, ToastKind } from './toast-entry';

const ICONS = { success: CircleCheck, error: CircleAlert, info: Info };
const COLOURS = { success: 'text-ready-text', error: 'text-failed-text', info: 'text-accent-ink' };

function kindOf(type: string | undefined): ToastKind {
  return type === 'success' || type === 'error' ? type : 'info';
}

function ToastList() {
  const t = useTranslations('ui');
  const { toasts } = Base.useToastManager();
  return toasts.map((toast) => {
    const kind = kindOf(toast.type);
    const Icon = ICONS[kind];
    return (
      <Base.Root
        key={toast.id}
        toast={toast}
        swipeDirection={['down', 'right']}
        className="pointer-events-auto mb-2 rounded-lg border border-line bg-overlay shadow-lift transition-[opacity,translate] duration-200 data-ending-style:translate-y-2 data-ending-style:opacity-0 data-starting-style:translate-y-2 data-starting-style:opacity-0 data-limited:hidden"
      >
        <Base.Content className="flex items-start gap-3 p-3">
          <Icon aria-hidden className={`mt-0.5 size-4 shrink-0 ${COLOURS[kind]}`} />
          <div className="min-w-0 flex-1">
            {/* No heading: the outline of the page stays that of the page while a message is in sight. */}
            <Base.Title render={<p />} className="font-medium" />
            <Base.Description className="mt-0.5 break-words text-[13px] text-ink-muted" />
          </div>
          <Base.Close
            aria-label={t('dismiss')}
            // the kit hides it from assistive technology as long as it lacks the focus, though Tab reaches it
            aria-hidden={false}
            className="grid size-6 place-items-center rounded-md text-ink-muted hover:bg-hover"
          >
            <X aria-hidden className="size-4" />
          </Base.Close>
        </Base.Content>
      </Base.Root>
    );
  });
}

/** Hands over what is told; the list keeps what it got. */
function ToastReceiver({
  entries,
  onTaken,
}: {
  entries: readonly ToastEntry[];
  onTaken: (ids: readonly number[]) => void;
}) {
  const { add } = Base.useToastManager();
  useEffect(() => {
    if (entries.length === 0) return;
    for (const { kind, title, description } of entries) {
      add({
        type: kind,
        title,
        description,
        priority: kind === 'error' ? 'high' : 'low',
        timeout: kind === 'error' ? 10_000 : 5_000,
      });
    }
    onTaken(entries.map(({ id }) => id));
  }, [entries, onTaken, add]);
  return null;
}

/**
 * The toasts in sight: in the middle of the top, so that they cover neither menus, which open at the right, nor the
 * draft bar. Loaded by `toast.tsx` with the first one.
 */
export function ToastStack(props: { entries: readonly ToastEntry[]; onTaken: (ids: readonly number[]) => void }) {
  const t = useTranslations('ui');
  return (
    <Base.Provider limit={3}>
      <Base.Portal>
        <Base.Viewport
          aria-label={t('notifications')}
          className="pointer-events-none fixed top-16 left-1/2 z-60 w-[min(24rem,calc(100vw-2rem))] -translate-x-1/2 sm:top-3"
        >
          <ToastList />
        </Base.Viewport>
      </Base.Portal>
      <ToastReceiver {...props} />
    </Base.Provider>
  );
}
