import { randomInt } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';

const ISSUER = 'Vetro';
const PERIOD_SECONDS = 30;
/** So many intervals before and after this one are good, for clocks that differ (RFC 6238, section 5.2). */
const WINDOW = 1;
const RECOVERY_CODES = 10;
const RECOVERY_LENGTH = 10;
/** Without what is mistaken for another sign. */
const RECOVERY_SIGNS = 'abcdefghjkmnpqrstuvwxyz23456789';

/** A new secret for one-time codes: 20 random bytes in base32 (RFC 4226, section 4, requirement 6). */
export function newTotpSecret(): string {
  return new Secret({ size: 20 }).base32;
}

/** The address by which apps take a secret over, as a link or drawn as a QR code. @param name of the user */
export function totpUri(secret: string, name: string): string {
  return totpOf(secret, name).toString();
}

/**
 * The interval whose code this is.
 *
 * @param secret in base32
 * @returns the number of the interval of 30 s since 1970; null when it is of none about `now`
 */
export function totpStep(secret: string, code: string, now: Date): number | null {
  // the library compares bytes, and fails where other signs make more of them
  if (!/^[0-9]{6}$/.test(code)) return null;
  const timestamp = now.getTime();
  const delta = totpOf(secret).validate({ token: code, timestamp, window: WINDOW });
  return delta === null ? null : Math.floor(timestamp / 1000 / PERIOD_SECONDS) + delta;
}

function totpOf(secret: string, label = ''): TOTP {
  const common = { issuer: ISSUER, algorithm: 'SHA1', digits: 6, period: PERIOD_SECONDS };
  return new TOTP({ ...common, label, secret: Secret.fromBase32(secret) });
}

/** Ten new recovery codes, "abcde-fghjk": 49 random bits each. */
export function newRecoveryCodes(): string[] {
  const sign = () => RECOVERY_SIGNS[randomInt(RECOVERY_SIGNS.length)] ?? '';
  return Array.from({ length: RECOVERY_CODES }, () => {
    const text = Array.from({ length: RECOVERY_LENGTH }, sign).join('');
    return `${text.slice(0, 5)}-${text.slice(5)}`;
  });
}

/** A code as it is compared: without the spaces and hyphens that people write, in small letters. */
export function plainCode(code: string): string {
  return code.replace(/[\s-]/g, '').toLowerCase();
}
