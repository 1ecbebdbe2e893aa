import type { SecretBox } from '@/lib/crypto';
import { recordAudit } from '@/lib/db/audit';
import type { Db } from '@/lib/db/client';
import {
  confirmSecondFactor,
  deleteSecondFactor,
  findSecondFactor,
  putSecondFactor,
  takeRecoveryCode,
  takeStep,
} from '@/lib/db/second-factors';
import { transaction } from '@/lib/db/transaction';
import { errors } from '@/lib/errors';
import type { Actor } from '@/lib/model/actor';
import type { SecondFactorView, TotpSecret } from '@/lib/model/me';
import { confirmOwnPassword } from './confirm-own-password';
import { newRecoveryCodes, newTotpSecret, plainCode, totpStep, totpUri } from './totp';

/** What second factors are kept with. */
export interface SecondFactorParts {
  db: Db;
  box: Pick<SecretBox, 'seal' | 'openText' | 'fingerprint'>;
}

/** Who sets up or removes their own second factor. */
export interface OwnFactorCall {
  actor: Pick<Actor, 'userId' | 'via'>;
  requestId: string;
}

/**
 * Checks what a sign-in shows besides the right password, where the user has a second factor. A code is taken once.
 *
 * @param code of the app or a recovery code; null when none was given
 * @throws not_authenticated `totp_required` without a code, `wrong_totp` for one that is wrong or was taken before
 */
export async function proveSecondFactor(parts: SecondFactorParts, userId: string, code: string | null): Promise<void> {
  const { db, box } = parts;
  const factor = await findSecondFactor(db, userId);
  if (!factor?.confirmedAt) return;
  const plain = plainCode(code ?? '');
  if (plain === '')
    throw errors.notAuthenticated('totp_required', 'This account has a second factor: its code is needed, too.');
  const step = totpStep(box.openText(factor.secret), plain, new Date());
  if (step !== null && (await takeStep(db, userId, step))) return;
  if (step === null && (await byRecoveryCode(parts, userId, plain))) return;
  throw errors.notAuthenticated('wrong_totp', 'The code is wrong, or it was used already. Wait for the next one.');
}

function byRecoveryCode({ db, box }: SecondFactorParts, userId: string, plain: string): Promise<boolean> {
  return transaction(db, async (tx) => {
    const isTaken = await takeRecoveryCode(tx, userId, box.fingerprint(plain));
    if (isTaken) await recordAudit(tx, { ...auditOf(userId, ''), action: 'user.useRecoveryCode' });
    return isTaken;
  });
}

/** Whether the actor has a second factor. @param isAvailable whether they may have one: their password is kept here */
export async function showOwnFactor(db: Db, userId: string, isAvailable: boolean): Promise<SecondFactorView> {
  const factor = await findSecondFactor(db, userId);
  const since = factor?.confirmedAt ?? null;
  return {
    available: isAvailable,
    on: since !== null,
    since: since?.toISOString() ?? null,
    recovery_codes_left: since === null ? 0 : (factor?.recoveryCodes ?? 0),
  };
}

/**
 * Begins to set up a second factor: makes its secret, which is told this once and asked for after it is confirmed.
 *
 * @throws invalid_input `wrong_password` at `password`; conflict `totp_on`; limit_exceeded `too_many_sign_ins`
 */
export async function beginOwnFactor(
  { db, box }: SecondFactorParts,
  { actor }: OwnFactorCall,
  given: { password: string; address: string | null },
): Promise<TotpSecret> {
  const { name } = await confirmOwnPassword(db, actor.userId, { ...given, field: 'password' });
  const secret = newTotpSecret();
  if (!(await putSecondFactor(db, actor.userId, box.seal(secret))))
    throw errors.conflict('totp_on', 'You have a second factor. Remove it before you set up another one.');
  return { secret, uri: totpUri(secret, name) };
}

/**
 * Confirms the second factor that is being set up, by a code of it. From now on it is asked for at a sign-in.
 *
 * @returns the recovery codes, which are told this once
 * @throws invalid_input `wrong_totp` at `totp`; conflict `totp_not_begun`
 */
export async function confirmOwnFactor(
  { db, box }: SecondFactorParts,
  { actor: { userId, via }, requestId }: OwnFactorCall,
  code: string,
): Promise<string[]> {
  const notBegun = () => errors.conflict('totp_not_begun', 'No second factor is being set up. Begin again.');
  const factor = await findSecondFactor(db, userId);
  if (!factor || factor.confirmedAt) throw notBegun();
  const step = totpStep(box.openText(factor.secret), plainCode(code), new Date());
  if (step === null) throw wrongCode('The code is wrong. Look whether the time of your phone is right.');
  const codes = newRecoveryCodes();
  const recoveryCodes = codes.map((one) => box.fingerprint(plainCode(one)));
  await transaction(db, async (tx) => {
    if (!(await confirmSecondFactor(tx, userId, { step, recoveryCodes }))) throw notBegun();
    await recordAudit(tx, { ...auditOf(userId, requestId, { via }), action: 'user.enableTotp' });
  });
  return codes;
}

/**
 * Removes the actor's own second factor, by the password and a code.
 *
 * @throws invalid_input `wrong_password` at `password`, `wrong_totp` at `totp`; conflict `totp_off`;
 *   limit_exceeded `too_many_sign_ins`
 */
export async function removeOwnFactor(
  parts: SecondFactorParts,
  { actor: { userId, via }, requestId }: OwnFactorCall,
  { totp, ...given }: { password: string; totp: string; address: string | null },
): Promise<void> {
  const factor = await findSecondFactor(parts.db, userId);
  if (!factor?.confirmedAt) throw errors.conflict('totp_off', 'You have no second factor.');
  const proveMore = (id: string) => proveSecondFactor(parts, id, totp);
  await confirmOwnPassword(parts.db, userId, { ...given, field: 'password', proveMore });
  await transaction(parts.db, async (tx) => {
    await deleteSecondFactor(tx, userId);
    await recordAudit(tx, { ...auditOf(userId, requestId, { via }), action: 'user.disableTotp' });
  });
}

function wrongCode(sentence: string) {
  return errors.invalidInput(sentence, [{ path: 'totp', code: 'wrong_totp', sentence }]);
}

const auditOf = (userId: string, requestId: string, details: { via?: Actor['via'] } = {}) => ({
  ...({ userId, tenantId: null, target: 'user', targetId: userId } as const),
  ...{ details, requestId },
});
