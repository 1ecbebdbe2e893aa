import { recordAudit } from '@/lib/db/audit';
import { listPasskeys } from '@/lib/db/passkeys';
import { isProviderUser } from '@/lib/db/provider-users';
import { findSecondFactor } from '@/lib/db/second-factors';
import { isSignInProven, proveSignIn } from '@/lib/db/sign-ins';
import { transaction } from '@/lib/db/transaction';
import { errors, type VetroError } from '@/lib/errors';
import type { Actor } from '@/lib/model/actor';
import type { PasskeyProof, ProofOffer } from '@/lib/model/passkeys';
import type { Auth } from './auth';
import { confirmOwnPassword } from './confirm-own-password';
import { confirmOwnPasskey, type PasskeyParts, relyingParty } from './passkeys';
import { proveSecondFactor, type SecondFactorParts } from './second-factor';
import { confirmExternalPassword } from './sign-in';

/** What proofs are checked with. */
interface ProofParts extends PasskeyParts, SecondFactorParts {
  auth: Pick<Auth, 'external'>;
}

/** Who proves once more who they are, and in which sign-in. */
export interface ProofCall {
  actor: Pick<Actor, 'userId' | 'via'>;
  /** the sign-in to the dashboard and its token of Keystone; null: the request came by a token of the API */
  signIn: { signInId: string; externalToken?: string } | null;
  address: string | null;
  requestId: string;
}

/** What somebody shows to prove who they are: a password, with a code where they have a second factor, or a passkey. */
export interface ShownProof {
  password?: string;
  totp?: string;
  passkey?: PasskeyProof;
}

/**
 * Refuses what destroys or reveals when whoever is signed in has not proven lately who they are.
 *
 * @param seconds how old the proof may be; 0: as old as it is
 * @throws forbidden `step_up_required`
 */
export async function requireRecentProof(
  { db }: Pick<ProofParts, 'db'>,
  signInId: string,
  seconds: number,
): Promise<void> {
  if (seconds === 0 || (await isSignInProven(db, signInId, seconds))) return;
  throw errors.forbidden(
    'step_up_required',
    'This needs a newer proof of who you are. Repeat it, and prove that it is you.',
  );
}

/** By what the actor may prove once more who they are. @param provider how the provider is called; null: there is none */
export async function offeredProof(parts: ProofParts, userId: string, provider: string | null): Promise<ProofOffer> {
  const { db, auth, config } = parts;
  if (await isProviderUser(db, userId)) return { by: 'provider', totp: false, passkey: false, provider };
  if (auth.external) return { by: 'keystone', totp: false, passkey: false, provider: null };
  const [factor, passkeys] = await Promise.all([findSecondFactor(db, userId), listPasskeys(db, userId)]);
  return {
    by: 'password',
    totp: (factor?.confirmedAt ?? null) !== null,
    passkey: passkeys.length > 0 && relyingParty(config.baseUrl) !== null,
    provider: null,
  };
}

/**
 * Notes in the sign-in to the dashboard that its person has just proven who they are, once they have. What is wrong is
 * guessed as slowly as at a sign-in.
 *
 * @throws conflict `no_sign_in` for a token, `provider_proves` for somebody whom a provider signs in; invalid_input
 *   `wrong_password` at `password`, `wrong_totp` at `totp`, `wrong_passkey` at `passkey`, `required` without any;
 *   limit_exceeded `too_many_sign_ins`; unavailable `identity_away`
 */
export async function proveAgain(parts: ProofParts, call: ProofCall, shown: ShownProof): Promise<void> {
  const { actor, signIn, requestId } = call;
  const { userId } = actor;
  if (signIn === null)
    throw errors.conflict(
      'no_sign_in',
      'Only a sign-in to the dashboard is proven again; a token needs no such proof.',
    );
  if (await isProviderUser(parts.db, userId))
    throw errors.conflict('provider_proves', 'You sign in by a provider: prove there who you are.');
  const by = await checkShown(parts, call, signIn.externalToken, shown);
  await transaction(parts.db, async (tx) => {
    await proveSignIn(tx, signIn.signInId, userId);
    await recordAudit(tx, {
      ...{ userId, tenantId: null, action: 'user.proveAgain', target: 'user', targetId: userId },
      ...{ details: { via: actor.via, by }, requestId },
    });
  });
}

/** @returns by what it was proven */
async function checkShown(
  parts: ProofParts,
  { actor: { userId }, address }: ProofCall,
  externalToken: string | undefined,
  { password, totp, passkey }: ShownProof,
): Promise<'passkey' | 'password' | 'keystone'> {
  if (passkey) {
    await confirmOwnPasskey(parts, userId, passkey);
    return 'passkey';
  }
  if (password === undefined || password === '') throw passwordMissing();
  if (parts.auth.external) {
    const given = { userId, password, address, token: externalToken ?? '' };
    await confirmExternalPassword(parts.db, parts.auth.external, given);
    return 'keystone';
  }
  const proveMore = (id: string) => proveSecondFactor(parts, id, totp ?? null);
  await confirmOwnPassword(parts.db, userId, { password, address, field: 'password', proveMore });
  return 'password';
}

function passwordMissing(): VetroError {
  const sentence = 'Give your password, or use a passkey.';
  return errors.invalidInput(sentence, [{ path: 'password', code: 'required', sentence }]);
}
