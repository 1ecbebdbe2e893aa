import demo from '@/lib/auth/demo-users.json' with { type: 'json' };

export type PersonName = 'admin' | 'member' | 'reader';
export type TenantName = 'Contoso' | 'Fabrikam';

export interface Person {
  name: string;
  displayName: string;
  password: string;
}

/** One of the demo's people. */
export function person(name: PersonName): Person {
  const found = demo.users.find((user) => user.name === name);
  if (!found) throw new Error(`the demo has no ${name}`);
  return found;
}
