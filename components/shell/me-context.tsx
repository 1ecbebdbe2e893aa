'use client';
import { useTranslations } from 'next-intl';
import { createContext, type ReactNode, useContext, useEffect } from 'react';
import { identifyViewer } from '@/lib/client/events/page-link';
import { hasRole, type Role } from '@/lib/model/actor';
import { viewerOf } from '@/lib/model/event-topics';
import type { MeView } from '@/lib/model/me';

const MeContext = createContext<MeView | null>(null);

/** Hands who is signed in to everything inside the frame, and says for whom events are followed. */
export function MeProvider({ me, children }: { me: MeView; children: ReactNode }) {
  const viewer = viewerOf(me.user.id, me.tenant.id);
  useEffect(() => identifyViewer(viewer), [viewer]);
  return <MeContext value={me}>{children}</MeContext>;
}

/** Who is signed in, in which tenant and role. Inside the frame only. */
export function useMe(): MeView {
  const me = useContext(MeContext);
  if (!me) throw new Error('useMe is for pages inside the signed-in frame');
  return me;
}

const ReasonContext = createContext<string | null>(null);

/** Gives a reason why nobody may change anything in what is inside; null: they may as their role says. */
export function NoChanges({ reason, children }: { reason: string | null; children: ReactNode }) {
  return <ReasonContext value={reason}>{children}</ReasonContext>;
}

/** Why the signed-in person may not do what `needed` may; null when they may. */
export function useRoleReason(needed: Role = 'member'): string | null {
  const me = useMe();
  const t = useTranslations('shell.roleReason');
  const reason = useContext(ReasonContext);
  if (reason !== null) return reason;
  if (hasRole(me.role, needed)) return null;
  return t(me.role === 'reader' ? 'reader' : 'other', { tenant: me.tenant.name });
}
