import fs from 'node:fs';
import path from 'node:path';
import { root } from '../scripts/setup.mjs';

/** A token of the demo's administrator in its first tenant. */
export async function demoToken(url) {
  const { users, tenants } = JSON.parse(fs.readFileSync(path.join(root, 'lib', 'auth', 'demo-users.json'), 'utf8'));
  const admin = users.find((user) => user.role === 'admin') ?? users[0];
  return tokenFrom(`${url}/identity/v3`, admin.name, admin.password, tenants?.[0]?.name ?? 'Contoso');
}

/** A token by name and password, from an identity service of version 3. */
export async function tokenFrom(url, name, password, project) {
  const answer = await fetch(`${url}/auth/tokens`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      auth: {
        identity: { methods: ['password'], password: { user: { name, domain: { name: 'Default' }, password } } },
        scope: { project: { name: project, domain: { name: 'Default' } } },
      },
    }),
  });
  const token = answer.headers.get('x-subject-token');
  if (!token) throw new Error(`no token from ${url}: ${answer.status}`);
  return token;
}
