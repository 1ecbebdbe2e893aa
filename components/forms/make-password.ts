import { randomPassword } from '@/lib/model/random-password';
import { passwordViolations } from '@/lib/model/windows-rules';

/** A new password from the browser's source of randomness, which Windows takes for all of `accounts`. */
export function makePassword(accounts: readonly string[]): string {
  for (;;) {
    const password = randomPassword(randomBelow);
    if (passwordViolations(password, accounts).length === 0) return password;
  }
}

/** A whole number below `limit` (at most 256), each as likely: bytes that would favour the small ones are thrown away. */
function randomBelow(limit: number): number {
  const fair = 256 - (256 % limit);
  for (;;) {
    const [byte = 0] = crypto.getRandomValues(new Uint8Array(1));
    if (byte < fair) return byte % limit;
  }
}
