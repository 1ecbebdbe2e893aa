import { isIP } from 'node:net';
import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server';
import { newId } from '@/lib/crypto';
import { recordAudit } from '@/lib/db/audit';
import type { Db } from '@/lib/db/client';
import {
  countPasskeyUse,
  deletePasskey,
  findPasskey,
  insertPasskey,
  listPasskeys,
  type PasskeyPurpose,
  type PasskeyRow,
  putChallenge,
  takeChallenge,
} from '@/lib/db/passkeys';
import { transaction } from '@/lib/db/transaction';
import { findUserToSignIn } from '@/lib/db/users';
import { errors, type VetroError } from '@/lib/errors';
import type { Log } from '@/lib/logging';
import type { Actor } from '@/lib/model/actor';
import type { NewPasskey, PasskeyProof, PasskeysView } from '@/lib/model/passkeys';
import type { SignedIn } from './sign-in';
import { countChallenge } from './sign-in-limit';

/** What passkeys are kept and checked with. */
export interface PasskeyParts {
  db: Db;
  log: Log;
  config: { baseUrl: string };
}

/** Who adds or removes one of their own passkeys. */
export interface OwnPasskeyCall {
  actor: Pick<Actor, 'userId' | 'via'>;
  requestId: string;
}

/** For whom passkeys are made (WebAuthn Level 3, 4, "Relying Party"). */
interface RelyingParty {
  /** a host name */
  id: string;
  origin: string;
}

const NAME = 'Vetro';
const MAX_PASSKEYS = 20;
/** How long a browser waits for its person, and how long what it was asked holds. */
const TIMEOUT_MS = 120_000;
const CHALLENGE_SECONDS = 180;

/**
 * The relying party at an address; null where browsers make no passkeys: at a bare IP address, and without https but on
 * this machine.
 */
export function relyingParty(baseUrl: string): RelyingParty | null {
  const { hostname, origin, protocol } = new URL(baseUrl);
  const isLocal = hostname === 'localhost' || hostname.endsWith('.localhost');
  const isAddress = isIP(hostname) !== 0 || hostname.startsWith('[');
  return isAddress || (protocol !== 'https:' && !isLocal) ? null : { id: hostname, origin };
}

/** @throws conflict `passkeys_unavailable` where there are none at the server's address */
function requireParty({ config: { baseUrl } }: Pick<PasskeyParts, 'config'>): RelyingParty {
  const party = relyingParty(baseUrl);
  if (party) return party;
  throw errors.conflict(
    'passkeys_unavailable',
    'Passkeys need a server that is reached by a name and by https. Ask an administrator to set VETRO_BASE_URL.',
  );
}

/**
 * @throws forbidden `dashboard_only` for a token: who took one could keep the account by a passkey, and a person behind a
 *   token cannot be asked
 */
function requireDashboard({ via }: OwnPasskeyCall['actor']): void {
  if (via === 'dashboard') return;
  throw errors.forbidden('dashboard_only', 'Passkeys are added and removed in the dashboard: sign in there.');
}

/** The actor's passkeys. @param isAvailable whether they sign in by this server */
export async function showOwnPasskeys(
  parts: PasskeyParts,
  userId: string,
  isAvailable: boolean,
): Promise<PasskeysView> {
  const rows = await listPasskeys(parts.db, userId);
  return {
    available: isAvailable && relyingParty(parts.config.baseUrl) !== null,
    passkeys: rows.map(passkeyView),
  };
}

function passkeyView({ id, name, createdAt, usedAt }: PasskeyRow): PasskeysView['passkeys'][number] {
  return { id, name, created_at: createdAt.toISOString(), used_at: usedAt?.toISOString() ?? null };
}

/**
 * What the actor's browser is to make a passkey by. It is one that is found without a user name, and whose authenticator
 * looks who its person is.
 *
 * @throws forbidden `dashboard_only`; conflict `passkeys_unavailable`
 */
export async function beginOwnPasskey(
  parts: PasskeyParts,
  { actor }: Pick<OwnPasskeyCall, 'actor'>,
): ReturnType<typeof generateRegistrationOptions> {
  requireDashboard(actor);
  const { userId } = actor;
  const party = requireParty(parts);
  const [user, known] = await Promise.all([findUserToSignIn(parts.db, { id: userId }), listPasskeys(parts.db, userId)]);
  const options = await generateRegistrationOptions({
    rpName: NAME,
    rpID: party.id,
    userID: new TextEncoder().encode(userId),
    userName: user?.name ?? '',
    userDisplayName: user?.displayName ?? '',
    timeout: TIMEOUT_MS,
    attestationType: 'none',
    excludeCredentials: known.map(({ credentialId: id, transports }) => ({ id, transports })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });
  await putChallenge(parts.db, { challenge: options.challenge, purpose: 'register', userId }, CHALLENGE_SECONDS);
  return options;
}

/**
 * Keeps a passkey that the actor's browser has made: its public key.
 *
 * @throws invalid_input `wrong_passkey` at `passkey`; forbidden `dashboard_only`; conflict `passkeys_unavailable`;
 *   limit_exceeded `too_many_passkeys`, also when somebody has it already
 */
export async function addOwnPasskey(
  parts: PasskeyParts,
  { actor, requestId }: OwnPasskeyCall,
  { name, passkey }: { name: string; passkey: NewPasskey },
): Promise<PasskeysView['passkeys'][number]> {
  requireDashboard(actor);
  const { userId, via } = actor;
  const { db, log } = parts;
  const party = requireParty(parts);
  const challenge = await challengeTaken(db, passkey.response, 'register', userId);
  const made =
    challenge === null
      ? null
      : await verifyRegistrationResponse({
          response: { ...passkey, response: asMade(passkey.response), clientExtensionResults: {} },
          expectedChallenge: challenge,
          expectedOrigin: party.origin,
          expectedRPID: party.id,
        }).catch(noted(log));
  if (!made?.verified) throw wrongPasskeyField('The passkey could not be checked. Begin again.');
  const { id: credentialId, publicKey, counter } = made.registrationInfo.credential;
  return transaction(db, async (tx) => {
    const transports = passkey.response.transports ?? [];
    const given = { id: newId(), userId, credentialId, publicKey, counter, transports, name };
    const row = await insertPasskey(tx, given, MAX_PASSKEYS);
    if (!row)
      throw errors.limitExceeded(
        'too_many_passkeys',
        `You have ${MAX_PASSKEYS} passkeys already, or this one is known. Remove one that you do not need.`,
      );
    await recordAudit(tx, { ...auditOf(userId, requestId, { via, name }), action: 'user.addPasskey' });
    return passkeyView(row);
  });
}

/** Which ways there are to an authenticator is only a hint for browsers: others than the library knows are harmless. */
function asMade({ transports: _, ...response }: NewPasskey['response']) {
  return response;
}

/** Removes one of the actor's passkeys. @throws forbidden `dashboard_only`; not_found `passkey_not_found` */
export async function removeOwnPasskey(
  { db }: Pick<PasskeyParts, 'db'>,
  { actor, requestId }: OwnPasskeyCall,
  passkeyId: string,
): Promise<void> {
  requireDashboard(actor);
  const { userId, via } = actor;
  await transaction(db, async (tx) => {
    const name = await deletePasskey(tx, userId, passkeyId);
    if (name === null) throw errors.notFound('passkey_not_found', 'You have no passkey with this id.');
    await recordAudit(tx, { ...auditOf(userId, requestId, { via, name }), action: 'user.removePasskey' });
  });
}

/**
 * What a passkey is to sign at a sign-in. Nobody is known yet: it may be anybody's.
 *
 * @param address where it is asked from, null when unknown
 * @throws conflict `passkeys_unavailable`; limit_exceeded `too_many_sign_ins`
 */
export async function askForPasskey(
  parts: PasskeyParts,
  address: string | null,
): ReturnType<typeof generateAuthenticationOptions> {
  const party = requireParty(parts);
  await countChallenge(parts.db, address);
  return challenge(parts.db, party, 'sign_in', null, []);
}

/** What one of the actor's own passkeys is to sign, to prove once more who they are. @throws conflict `passkeys_unavailable` */
export async function askForOwnPasskey(
  parts: PasskeyParts,
  userId: string,
): ReturnType<typeof generateAuthenticationOptions> {
  const party = requireParty(parts);
  return challenge(parts.db, party, 'prove', userId, await listPasskeys(parts.db, userId));
}

async function challenge(
  db: Db,
  { id: rpID }: RelyingParty,
  purpose: PasskeyPurpose,
  userId: string | null,
  passkeys: readonly PasskeyRow[],
): ReturnType<typeof generateAuthenticationOptions> {
  const allowCredentials = passkeys.map(({ credentialId: id, transports }) => ({ id, transports }));
  const options = await generateAuthenticationOptions({
    ...{ rpID, timeout: TIMEOUT_MS, userVerification: 'required' },
    ...(allowCredentials.length > 0 ? { allowCredentials } : {}),
  });
  if (!(await putChallenge(db, { challenge: options.challenge, purpose, userId }, CHALLENGE_SECONDS)))
    throw errors.unavailable('too_many_challenges', 'Too many people sign in at this moment. Try again.', {
      retryAfterSeconds: CHALLENGE_SECONDS,
    });
  return options;
}

/**
 * Signs in whoever has the passkey: it counts as both factors, for its authenticator has looked who its person is.
 *
 * @returns the user, without anything for the browser to show
 * @throws not_authenticated `wrong_passkey`, also for a user who is disabled
 */
export async function authenticatePasskey(parts: PasskeyParts, proof: PasskeyProof): Promise<SignedIn> {
  const passkey = await proven(parts, proof, 'sign_in', null);
  const user = passkey && (await findUserToSignIn(parts.db, { id: passkey.userId }));
  if (!passkey || !user?.enabled) throw wrongPasskey();
  const details = { name: passkey.name };
  await recordAudit(parts.db, { ...auditOf(user.id, '', details), action: 'user.signInByPasskey' });
  const { id, name, displayName, email, credentialVersion } = user;
  return { id, name, displayName, email, credentialVersion, device: null };
}

/** Checks a passkey of somebody who is signed in. @throws invalid_input `wrong_passkey` at `passkey` */
export async function confirmOwnPasskey(parts: PasskeyParts, userId: string, proof: PasskeyProof): Promise<void> {
  if (!(await proven(parts, proof, 'prove', userId))) throw wrongPasskeyField(wrongPasskey().sentence);
}

/** The passkey that has signed what it was to sign, for us and only now; null when it has not, or is a copy. */
async function proven(
  parts: PasskeyParts,
  proof: PasskeyProof,
  purpose: PasskeyPurpose,
  userId: string | null,
): Promise<PasskeyRow | null> {
  const { db, log } = parts;
  const party = requireParty(parts);
  const expectedChallenge = await challengeTaken(db, proof.response, purpose, userId);
  if (expectedChallenge === null) return null;
  const passkey = await findPasskey(db, proof.id);
  if (!passkey || (userId !== null && passkey.userId !== userId)) return null;
  const { userHandle } = proof.response;
  // one that was found without a name says whose it is; that is ours to compare (WebAuthn Level 3, 7.2, step 6)
  const named = userHandle === undefined ? null : Buffer.from(userHandle, 'base64url').toString();
  if (named === null ? userId === null : named !== passkey.userId) return null;
  const answer = await verifyAuthenticationResponse({
    response: { ...proof, clientExtensionResults: {} },
    expectedChallenge,
    expectedOrigin: party.origin,
    expectedRPID: party.id,
    credential: { id: passkey.credentialId, publicKey: new Uint8Array(passkey.publicKey), counter: passkey.counter },
  }).catch(noted(log));
  if (!answer?.verified) return null;
  return (await countPasskeyUse(db, passkey.id, answer.authenticationInfo.newCounter)) ? passkey : null;
}

/** The challenge that a browser says was signed, taken; null when it is not one of ours, for this and for them. */
async function challengeTaken(
  db: Db,
  { clientDataJSON }: { clientDataJSON: string },
  purpose: PasskeyPurpose,
  userId: string | null,
): Promise<string | null> {
  const challenge = challengeIn(clientDataJSON);
  if (challenge === null || !(await takeChallenge(db, { challenge, purpose, userId }))) return null;
  return challenge;
}

function challengeIn(clientDataJSON: string): string | null {
  try {
    const data: unknown = JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString());
    const challenge = typeof data === 'object' && data !== null && 'challenge' in data ? data.challenge : null;
    return typeof challenge === 'string' && /^[\w-]{1,200}$/.test(challenge) ? challenge : null;
  } catch {
    return null;
  }
}

/** What the library finds wrong is for the log: whoever tries learns no more than that it was not accepted. */
function noted(log: Log) {
  return (error: unknown): null => {
    log.warn({ err: error }, 'a passkey was refused');
    return null;
  };
}

function wrongPasskey(): VetroError {
  return errors.notAuthenticated('wrong_passkey', 'The passkey was not accepted. Try again, or use the password.');
}

function wrongPasskeyField(sentence: string): VetroError {
  return errors.invalidInput(sentence, [{ path: 'passkey', code: 'wrong_passkey', sentence }]);
}

const auditOf = (userId: string, requestId: string, details: { via?: Actor['via']; name: string }) => ({
  ...({ userId, tenantId: null, target: 'user', targetId: userId } as const),
  ...{ details, requestId },
});
