'use client';
import { PencilRuler, TriangleAlert, Users, X } from 'lucide-react';
import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { useRoleReason } from '@/components/shell/me-context';
import { cn } from '@/components/ui/class-names';
import { Dock } from '@/components/ui/dock';
import { IconButton } from '@/components/ui/icon-button';
import { LinkButton } from '@/components/ui/link';
import { RelativeTime } from '@/components/ui/relative-time';
import type { DraftState } from '@/lib/client/draft-state';
import { DiscardDraft } from './discard-draft';
import { useDraftWords } from './draft-words';
import { useStartAgain } from './start-again';
import { useDismissed } from './use-dismissed';

/** The bar at the bottom edge, and what it asks before a draft is started again. */
export function DraftPane({
  environmentId,
  draft,
  elsewhere,
}: {
  environmentId: string;
  draft: DraftState;
  /** the page says the same itself: only what was asked stays */
  elsewhere: boolean;
}) {
  const again = useStartAgain(environmentId, draft.overtaken?.session.id ?? null);
  return (
    <>
      {again.dialog}
      {!elsewhere && <DraftSummary environmentId={environmentId} draft={draft} again={again.button} />}
    </>
  );
}

function DraftSummary({
  environmentId,
  draft: { mine, overtaken, others },
  again,
}: {
  environmentId: string;
  draft: DraftState;
  /** starts an overtaken draft again */
  again: ReactNode;
}) {
  const t = useTranslations('session.bar');
  const words = useDraftWords();
  const isReadOnly = useRoleReason() !== null;
  const { away, putAway } = useDismissed(environmentId);
  const review = `/environments/${environmentId}/review`;
  if (overtaken) {
    const { session, byUserName, version } = overtaken;
    return (
      <Pane
        tone="attention"
        icon={<TriangleAlert aria-hidden />}
        title={words.overtaken(byUserName, version)}
        text={t('overtakenText', { count: session.changes })}
        actions={
          <>
            <DiscardDraft environmentId={environmentId} sessionId={session.id} changes={session.changes} />
            {again}
          </>
        }
      />
    );
  }
  if (mine && mine.changes > 0) {
    return (
      <Pane
        icon={<PencilRuler aria-hidden />}
        title={t('title', { count: mine.changes })}
        text={
          <>
            {t.rich('lastChanged', { when: () => <RelativeTime at={mine.updated} /> })} {words.others(others)}
          </>
        }
        actions={
          <>
            <DiscardDraft environmentId={environmentId} sessionId={mine.id} changes={mine.changes} />
            <LinkButton variant="primary" href={review}>
              {t('review')}
            </LinkButton>
          </>
        }
      />
    );
  }
  // one without changes is nothing to deploy, nor to lose
  if (others.some(({ id }) => !away.includes(id))) {
    return (
      <Pane
        icon={<Users aria-hidden />}
        title={words.others(others)}
        text={t(isReadOnly ? 'readerText' : 'editorText')}
        actions={
          <IconButton label={t('putAway')} size="sm" onClick={() => putAway(others.map(({ id }) => id))}>
            <X aria-hidden />
          </IconButton>
        }
      />
    );
  }
  return null;
}

function Pane({
  icon,
  title,
  text,
  actions,
  tone = 'draft',
}: {
  icon: ReactNode;
  title: string;
  text: ReactNode;
  actions?: ReactNode;
  tone?: 'draft' | 'attention';
}) {
  const t = useTranslations('session.bar');
  return (
    <Dock label={t('label')}>
      <span
        className={cn(
          'grid size-9 shrink-0 place-items-center rounded-lg border max-sm:hidden [&_svg]:size-[18px]',
          tone === 'draft'
            ? 'border-draft-border bg-draft-bg text-draft-text'
            : 'border-attention-border bg-attention-bg text-attention-text',
        )}
      >
        {icon}
      </span>
      <div role="status" className="min-w-0 flex-1 basis-56">
        <p className="font-semibold">{title}</p>
        <p className="text-[13px] text-ink-muted max-sm:hidden">{text}</p>
      </div>
      {actions && <div className="flex flex-wrap items-center justify-end gap-2 max-sm:ml-auto">{actions}</div>}
    </Dock>
  );
}
