import { type ActingPart, hasRole } from '@/lib/model/actor';
import type { Context } from '../context';

/** In whose name something runs that nobody has just asked for, and where. */
export interface ActingUser {
  userId: string;
  tenantId: string;
  /** what runs it */
  by: ActingPart;
}

/**
 * What use cases are handed when they run in the name of a user who is not there.
 *
 * @param now the instant that counts
 * @returns null when the user may start no runs in the tenant any more
 */
export type ContextOfUser = (whom: ActingUser, now: Date) => Promise<Context | null>;

/**
 * Makes {@link ContextOfUser} of the parts of a process.
 *
 * @param contextOf a context of the parts for an actor
 */
export function contextsOfUsers(
  { auth }: Pick<Context, 'auth'>,
  contextOf: (actor: Context['actor'], now: Date) => Context,
): ContextOfUser {
  return async ({ userId, tenantId, by }, now) => {
    const membership = await auth.membership(userId, tenantId);
    if (!membership || !hasRole(membership.role, 'member')) return null;
    const { user, tenant, role } = membership;
    return contextOf(
      {
        userId: user.id,
        userName: user.displayName,
        systemAdmin: user.systemAdmin,
        tenantId: tenant.id,
        tenantName: tenant.name,
        role,
        via: 'system',
        by,
      },
      now,
    );
  };
}

/** What use cases are handed that read in the name of the installation: no user, and nothing may be changed. */
export type ContextOfReader = (tenantId: string, now: Date) => Context;

/**
 * Makes {@link ContextOfReader}.
 *
 * @param contextOf a context of the parts of the process for an actor
 */
export function contextsOfReaders(contextOf: (actor: Context['actor'], now: Date) => Context): ContextOfReader {
  return (tenantId, now) =>
    contextOf(
      {
        ...{ userId: 'system', userName: 'Vetro', systemAdmin: false },
        ...{ tenantId, tenantName: tenantId, role: 'reader', via: 'system' },
      },
      now,
    );
}
