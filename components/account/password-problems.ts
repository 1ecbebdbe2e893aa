import { isApiProblem } from '@/lib/client/api-problem';
import { type PasswordCode, passwordViolations } from '@/lib/model/windows-rules';

type FieldName = 'current' | 'next' | 'again';
/** What may be wrong with what was typed; each has its words below `account.password.problems`. */
export type PasswordProblem = PasswordCode | 'required' | 'different' | 'wrong_password' | 'same_password' | 'tooMany';

/**
 * What is wrong with one field of the form for another password, as far as that can be known before it is sent.
 *
 * @param accounts names that the new password must not hold
 */
export function passwordProblem(
  field: FieldName,
  { current, next, again }: Record<FieldName, string>,
  accounts: readonly string[],
): PasswordProblem | null {
  if (field === 'current') return current === '' ? 'required' : null;
  if (field === 'again') return again === next ? null : 'different';
  if (next === '') return 'required';
  const [broken] = passwordViolations(next, accounts);
  if (broken) return broken.code as PasswordCode;
  return next === current ? 'same_password' : null;
}

/** Which field the server refused, and why; null when it refused none. */
export function refusedField(error: unknown): { field: FieldName; problem: PasswordProblem } | null {
  if (!isApiProblem(error)) return null;
  if (error.code === 'too_many_sign_ins') return { field: 'current', problem: 'tooMany' };
  const [first] = error.fields;
  if (first?.path === 'current_password') return { field: 'current', problem: 'wrong_password' };
  return first?.path === 'new_password' ? { field: 'next', problem: first.code as PasswordProblem } : null;
}
