'use client';
import { PencilRuler, TriangleAlert, Users } from 'lucide-react';
import { usePathname } from 'next/navigation';
import type { ReactNode } from 'react';
import { useRoleReason } from '@/components/shell/me-context';
import { cn } from '@/components/ui/class-names';
import { LinkButton } from '@/components/ui/link';
import { RelativeTime } from '@/components/ui/relative-time';
import { useDraft } from '@/lib/client/draft';
import type { DraftState } from '@/lib/client/draft-state';
import { DiscardDraft } from './discard-draft';
import { useStartAgain } from './start-again';
import { changesWords, namesWords } from './words';

/** A pane of glass at the bottom edge: what is changed and not deployed, and whose it is. */
export function DraftBar({ environmentId }: { environmentId: string }) {
  const draft = useDraft(environmentId);
  const again = useStartAgain(environmentId, draft.overtaken?.session.id ?? null);
  // the review says the same, and more
  const reviewing = usePathname() === `/environments/${environmentId}/review`;
  return (
    <>
      {again.dialog}
      {!reviewing && <DraftPane environmentId={environmentId} draft={draft} again={again.button} />}
    </>
  );
}

function DraftPane({
  environmentId,
  draft: { mine, overtaken, others },
  again,
}: {
  environmentId: string;
  draft: DraftState;
  /** starts an overtaken draft again */
  again: ReactNode;
}) {
  const looksOnly = useRoleReason() !== null;
  const review = `/environments/${environmentId}/review`;
  if (overtaken) {
    const { session, byUserName, version } = overtaken;
    return (
      <Pane
        tone="attention"
        icon={<TriangleAlert aria-hidden />}
        title={overtakenTitle(byUserName, version)}
        text={`Your ${changesWords(session.changes)} can be put on top of what is deployed now.`}
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
        title={`${changesWords(mine.changes)} in your draft, not deployed yet`}
        text={
          <>
            Last changed <RelativeTime at={mine.updated} />. {othersWords(others)}
          </>
        }
        actions={
          <>
            <DiscardDraft environmentId={environmentId} sessionId={mine.id} changes={mine.changes} />
            <LinkButton variant="primary" href={review}>
              Review and deploy
            </LinkButton>
          </>
        }
      />
    );
  }
  if (mine) {
    return (
      <Pane
        icon={<PencilRuler aria-hidden />}
        title="Your draft holds no changes"
        text={othersWords(others) || 'It is as deployed now.'}
        actions={<DiscardDraft environmentId={environmentId} sessionId={mine.id} changes={0} label="Close draft" />}
      />
    );
  }
  if (others.length > 0) {
    return (
      <Pane
        icon={<Users aria-hidden />}
        title={othersWords(others)}
        text={
          looksOnly
            ? 'You will see it here once it is deployed.'
            : 'You can make changes too. Whoever deploys first wins, the other starts again.'
        }
      />
    );
  }
  return null;
}

/** Why a draft is out of date. */
export function overtakenTitle(byUserName: string | null, version: number | null): string {
  return `${byUserName ?? 'Somebody else'} deployed ${version === null ? 'a newer version' : `version ${version}`} while you were editing`;
}

function othersWords(others: DraftState['others']): string {
  if (others.length === 0) return '';
  const names = [...new Set(others.map((session) => session.user_name))];
  const changes = others.reduce((sum, session) => sum + session.changes, 0);
  return `${namesWords(names)} ${names.length === 1 ? 'has' : 'have'} ${changesWords(changes)} not deployed yet.`;
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
  return (
    <section aria-label="Draft" className="pointer-events-none sticky bottom-0 z-20 px-3 pb-3 sm:px-8 sm:pb-5">
      <div className="glass pointer-events-auto mx-auto flex w-full max-w-4xl flex-wrap items-center gap-x-4 gap-y-3 rounded-xl px-4 py-3">
        <span
          className={cn(
            'grid size-9 shrink-0 place-items-center rounded-lg border [&_svg]:size-[18px]',
            tone === 'draft'
              ? 'border-draft-border bg-draft-bg text-draft-text'
              : 'border-attention-border bg-attention-bg text-attention-text',
          )}
        >
          {icon}
        </span>
        <div role="status" className="min-w-0 flex-1 basis-56">
          <p className="font-semibold">{title}</p>
          <p className="text-[13px] text-ink-muted">{text}</p>
        </div>
        {actions && <div className="flex flex-wrap items-center gap-2">{actions}</div>}
      </div>
    </section>
  );
}
