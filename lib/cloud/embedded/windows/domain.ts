import type { MachineView } from './command';
import { verifyPassword } from './password';
import type { Directory } from './state';

/** Where a domain controller answers questions about its directory (LDAP). */
const DIRECTORY = { protocol: 'tcp', port: 389 } as const;

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
