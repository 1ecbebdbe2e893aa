import { createHash } from 'node:crypto';
import type { Db } from '@/lib/db/client';
import { knownPlaces, rememberPlaces } from '@/lib/db/sign-in-places';
import {
  countAttemptUnder,
  deleteIdleRates,
  type RatedKey,
  refundAttempt,
  resetAttempts,
} from '@/lib/db/sign-in-rates';
import { errors } from '@/lib/errors';
import { networkOf } from './client-address';

/**
 * How fast passwords may be tried (docs/decisions/0014): one account from one place, one account from all the places
 * together that it was never signed in from, and any account from one address, for many people may share it.
 */
export const SIGN_IN_RATES = {
  place: { burst: 10, secondsEach: 60 },
  strangers: { burst: 30, secondsEach: 30 },
  address: { burst: 100, secondsEach: 3 },
} as const;

/** How often somebody may ask from one address what a passkey is to sign: each such question is kept for a while. */
const CHALLENGE_RATE = { burst: 60, secondsEach: 2 } as const;

/** Whose password is tried, and from where. */
export interface Attempt {
  /** the user's name; for a name or an id that nobody has, that */
  account: string;
  /** null when nobody has that name or id */
  userId: string | null;
  /** null when unknown */
  address: string | null;
  /** what the browser shows that it was given when somebody signed in with it; null when nothing */
  device: string | null;
}

/** An attempt that has been counted. */
export interface CountedAttempt {
  /** whether this account was signed in to with this browser before */
  knownDevice: boolean;
  /**
   * The password was right: the place starts afresh and is known from now on, nobody else is blamed.
   *
   * @param device what the browser will show from now on; null when there is no browser
   */
  succeeded(device: string | null): Promise<void>;
}

/**
 * Counts an attempt to sign in before the password is looked at, so that attempts made at one instant all
 * count. The counts are in the database: every replica sees them. From a browser or an address that the account was
 * signed in from before, what strangers try does not count.
 *
 * @throws limit_exceeded `too_many_sign_ins` with the seconds to wait
 */
export async function countAttempt(db: Db, { account, userId, address, device }: Attempt): Promise<CountedAttempt> {
  const who = account.normalize('NFKC').toLowerCase();
  const network = address === null ? 'unknown' : networkOf(address);
  const addressPlace = digest('address', network);
  const devicePlace = device === null ? null : digest('device', device);
  // Asked for a user that does not exist, too: nobody shall tell by the time it takes.
  const known = await knownPlaces(
    db,
    userId ?? '',
    devicePlace === null ? [addressPlace] : [addressPlace, devicePlace],
  );
  const knownDevice = devicePlace !== null && known.has(devicePlace);

  const place: RatedKey = {
    key: digest('place', who, knownDevice && devicePlace !== null ? devicePlace : addressPlace),
    ...SIGN_IN_RATES.place,
  };
  const shared: RatedKey[] = [];
  if (!knownDevice && address !== null) shared.push({ key: addressPlace, ...SIGN_IN_RATES.address });
  if (!knownDevice && (address === null || !known.has(addressPlace)))
    shared.push({ key: digest('strangers', who), ...SIGN_IN_RATES.strangers });

  const wait = await countAttemptUnder(db, [place, ...shared]);
  await deleteIdleRates(db);
  if (wait > 0) throw tooMany(Math.max(1, Math.ceil(wait)));
  return {
    knownDevice,
    async succeeded(given) {
      await resetAttempts(db, place.key);
      for (const key of shared) await refundAttempt(db, key);
      const places = [
        ...(address === null ? [] : [addressPlace]),
        ...(given === null ? [] : [digest('device', given)]),
      ];
      if (userId !== null && places.length > 0) await rememberPlaces(db, userId, places);
    },
  };
}

/**
 * Counts that a passkey is asked for at a sign-in. A signature is not guessed, so that only the address is slowed down.
 *
 * @param address null when unknown
 * @throws limit_exceeded `too_many_sign_ins` with the seconds to wait
 */
export async function countChallenge(db: Db, address: string | null): Promise<void> {
  const key = digest('passkey', address === null ? 'unknown' : networkOf(address));
  const wait = await countAttemptUnder(db, [{ key, ...CHALLENGE_RATE }]);
  await deleteIdleRates(db);
  if (wait > 0) throw tooMany(Math.max(1, Math.ceil(wait)));
}

function tooMany(seconds: number) {
  return errors.limitExceeded(
    'too_many_sign_ins',
    `There were too many attempts to sign in. Wait ${inWords(seconds)}, then try again.`,
    { retryAfterSeconds: seconds },
  );
}

/** Keys are hashed: names people mistyped may be their passwords. */
function digest(kind: string, ...parts: string[]): string {
  const text = JSON.stringify([kind, ...parts]);
  return `${kind}:${createHash('sha256').update(text).digest('hex').slice(0, 32)}`;
}

function inWords(seconds: number): string {
  return seconds < 90 ? `${seconds} seconds` : `${Math.ceil(seconds / 60)} minutes`;
}
