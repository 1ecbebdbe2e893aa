import { newId } from '@/lib/crypto';
import { findSignInAccess } from '@/lib/db/access';
import type { Db } from '@/lib/db/client';
import { endSignIn, insertSignIn, listSignIns, type SignInRow, touchSignIn } from '@/lib/db/sign-ins';
import type { SignInsView } from '@/lib/model/me';
import { type KnownUser, type Membership, membershipOf, userOf } from './memberships';

/** How long a sign-in to the dashboard lasts, in seconds. */
export interface SignInLifetime {
  /** without use */
  idleSeconds: number;
  /** however much it is used */
  longestSeconds: number;
}

/** By what a person knows one of their sign-ins from another. */
export interface SignInPlace {
  browser?: string;
  address?: string;
}

/** Who is signed in, and what they are in the tenant they look at: null when nothing any more. */
export interface KnownSignIn {
  user: KnownUser;
  member: Membership | null;
}

/** Sign-ins to the dashboard. The browser's cookie names one; whether it holds is asked of the database each time. */
export interface SignIns {
  /**
   * Begins one.
   *
   * @param place the browser as of `browserName`, and the address; empty where nobody knows
   * @param provenAt when the user proved who they are, where that was before now
   * @returns its id
   */
  begin(user: { id: string; credentialVersion: number }, place?: SignInPlace, provenAt?: Date | null): Promise<string>;
  /**
   * Who a sign-in is; null when it is over: signed out, too long unused, too old, older than the user's password, or
   * its user is gone.
   *
   * @param use false looks without counting as use
   */
  find(named: { signInId: string; userId: string; tenantId: string }, use: boolean): Promise<KnownSignIn | null>;
  /** Those of a user that hold, the one that was used last first. */
  of(userId: string): Promise<SignInRow[]>;
  /** Ends one. Holds everywhere once it returns. */
  end(signInId: string): Promise<void>;
}

/** Makes the register of sign-ins. */
export function createSignIns(db: Db, lifetime: SignInLifetime): SignIns {
  return {
    async begin({ id: userId, credentialVersion }, { browser = '', address = '' } = {}, provenAt = null) {
      const id = newId();
      await insertSignIn(db, { id, userId, credentialVersion, browser, address, provenAt }, lifetime);
      return id;
    },
    async find(named, use) {
      const row = await findSignInAccess(db, { ...named, idleSeconds: lifetime.idleSeconds });
      if (!row) return null;
      if (use && row.stale) await touchSignIn(db, named.signInId);
      return { user: userOf(row), member: membershipOf(row) };
    },
    of: (userId) => listSignIns(db, userId, lifetime.idleSeconds),
    end: (signInId) => endSignIn(db, signInId),
  };
}

/**
 * Sign-ins as the API shows them.
 *
 * @param current id of the one that the request came by; null: none
 */
export function signInsView(rows: readonly SignInRow[], current: string | null): SignInsView {
  return {
    sign_ins: rows.map(({ id, browser, address, createdAt, usedAt }) => ({
      ...{ id, browser, address, current: id === current },
      ...{ created_at: createdAt.toISOString(), used_at: usedAt.toISOString() },
    })),
  };
}
