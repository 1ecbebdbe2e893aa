import type { MachineView } from './command';
import { thrown } from './exception';
import { verifyPassword } from './password';
import type { Directory } from './state';

/** Where a domain controller answers questions about its directory (LDAP). */
export const DIRECTORY = { protocol: 'tcp', port: 389 } as const;

/**
 * The directory of a domain as a machine finds it: through a controller of that domain among the
 * addresses it asks for names, or through itself.
 *
 * @returns null when no such controller answers
 */
export async function findDirectory(machine: MachineView, domain: string): Promise<Directory | null> {
  const own = machine.state.directory;
  if (own && sameName(own.domain, domain)) return own;
  const asked = new Set(machine.state.dnsServers);
  for (const neighbour of await machine.neighbours(DIRECTORY)) {
    const { directory } = neighbour.state;
    if (asked.has(neighbour.address) && directory && sameName(directory.domain, domain)) return directory;
  }
  return null;
}

/**
 * Whether a name and a password open a directory. `user`, `DOMAIN\user`, `domain.fqdn\user` and
 * `user@domain.fqdn` are the same account.
 */
export async function authenticate(directory: Directory, user: string, password: string): Promise<boolean> {
  const account = accountIn(directory, user);
  return account?.passwordHash ? verifyPassword(password, account.passwordHash) : false;
}

/**
 * The domain that a machine is in, for work in the name of one of its users; such work is done by a task of
 * Windows, which wants the right password when it is made.
 *
 * @throws RuntimeException when the machine is not in the domain, finds no controller, or is refused
 */
export async function requireDomainUser(
  machine: MachineView,
  domain: string,
  user: string,
  password: string,
): Promise<Directory> {
  const { state } = machine;
  const refuse = (why: string) => thrown(`'${domain}\\${user}' cannot work on ${state.computerName}: ${why}`);
  const directory = state.domain && sameName(state.domain, domain) ? await findDirectory(machine, domain) : null;
  if (!directory) throw refuse('No mapping between account names and security IDs was done.');
  if (!(await authenticate(directory, user, password))) throw refuse('The user name or password is incorrect.');
  return directory;
}

/** Refuses whoever does not administer a domain. @throws RuntimeException */
export function requireAdministrator(user: string): void {
  const name = user.includes('\\') ? user.split('\\')[1] : user.split('@')[0];
  if (!sameName(name ?? '', 'Administrator')) throw thrown('Access is denied.');
}

/** An account of a domain as Windows writes it: `ACME\sqlservice`. */
export function fullAccount(directory: Directory, name: string): string {
  return `${directory.netbios}\\${name}`;
}

function accountIn(directory: Directory, user: string) {
  const [domain, name] = user.includes('\\')
    ? user.split('\\', 2)
    : user.includes('@')
      ? user.split('@', 2).reverse()
      : [directory.domain, user];
  const known = sameName(domain ?? '', directory.domain) || sameName(domain ?? '', directory.netbios);
  return known ? directory.accounts[(name ?? '').toLowerCase()] : undefined;
}

/** Domain names know no case. */
export function sameName(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase();
}
