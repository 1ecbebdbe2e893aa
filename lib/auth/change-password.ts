import { confirmOwnPassword } from '@/lib/auth/confirm-own-password';
import { hashPassword } from '@/lib/crypto';
import { recordAudit } from '@/lib/db/audit';
import type { Db } from '@/lib/db/client';
import { keepSignIn } from '@/lib/db/sign-ins';
import { transaction } from '@/lib/db/transaction';
import { changePassword } from '@/lib/db/users';
import { errors, type FieldProblem } from '@/lib/errors';
import type { Actor } from '@/lib/model/actor';
import { passwordViolations } from '@/lib/model/windows-rules';

/** A password that its owner wants to have changed. */
export interface PasswordChange {
  current: string;
  next: string;
  /** the sign-in to the dashboard that stays; null: none */
  signInId: string | null;
  /** where it is asked from, null when unknown */
  address: string | null;
}

/**
 * Changes the actor's own password. It ends all their other sign-ins and all their tokens, at once and in every process.
 * The old password is checked as at a sign-in, and as slowly after many wrong ones.
 *
 * @throws invalid_input `wrong_password` at `current_password`, or every rule that the new one breaks at `new_password`;
 *   limit_exceeded `too_many_sign_ins`
 */
export async function changeOwnPassword(
  db: Db,
  actor: Pick<Actor, 'userId' | 'tenantId' | 'via'>,
  { current, next, signInId, address }: PasswordChange,
  requestId: string,
): Promise<void> {
  const { name } = await confirmOwnPassword(db, actor.userId, {
    password: current,
    address,
    field: 'current_password',
  });
  const problems = rulesBroken(current, next, name);
  if (problems.length > 0) throw errors.invalidInput(problems[0]?.sentence ?? '', problems);
  const passwordHash = await hashPassword(next);
  await transaction(db, async (tx) => {
    await changePassword(tx, actor.userId, passwordHash);
    if (signInId !== null) await keepSignIn(tx, signInId, actor.userId);
    await recordAudit(tx, {
      userId: actor.userId,
      tenantId: null,
      action: 'user.changePassword',
      target: 'user',
      targetId: actor.userId,
      details: { name, via: actor.via },
      requestId,
    });
  });
}

function rulesBroken(current: string, next: string, name: string): FieldProblem[] {
  const path = 'new_password';
  const broken = passwordViolations(next, [name]).map(({ code, sentence }) => ({ path, code, sentence }));
  if (next !== current) return broken;
  return [...broken, { path, code: 'same_password', sentence: 'Choose one that differs from the one that you have.' }];
}
