import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { grantOf } from '@/lib/model/oidc-roles';
import { readOidcSettings } from './oidc-settings';

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'vetro-oidc-'));
afterAll(() => fs.rmSync(folder, { recursive: true }));

function table(text: string): string {
  const file = path.join(folder, `${fs.readdirSync(folder).length}.yaml`);
  fs.writeFileSync(file, text);
  return file;
}
const given = (more: Record<string, string> = {}) => ({
  VETRO_OIDC_ISSUER: 'https://login.example.com/realms/staff',
  VETRO_OIDC_CLIENT_ID: 'vetro',
  VETRO_OIDC_CLIENT_SECRET: 'secret',
  VETRO_OIDC_ROLES: table('- { value: staff, tenant: Contoso, role: reader }'),
  ...more,
});
function problemsOf(variables: Record<string, string>): string[] {
  const read = readOidcSettings(variables);
  return read && 'problems' in read ? read.problems : [];
}

describe('the settings of an OpenID Connect provider', () => {
  it('are not there without a variable of theirs, and have names and scopes by themselves', () => {
    expect(readOidcSettings({ VETRO_CLOUD: 'embedded' })).toBeNull();
    expect(readOidcSettings(given())).toMatchObject({
      settings: {
        ...{ name: 'login.example.com', scopes: 'openid profile email', clientId: 'vetro' },
        roles: [{ claim: 'groups', value: 'staff', tenant: 'Contoso', role: 'reader' }],
      },
    });
  });

  it.each([
    ['VETRO_OIDC_ISSUER', 'http://login.example.com', /^VETRO_OIDC_ISSUER must be an https address/],
    ['VETRO_OIDC_ISSUER', 'https://login.example.com/?a=b', /^VETRO_OIDC_ISSUER must be an https address/],
    ['VETRO_OIDC_SCOPES', 'profile', /^VETRO_OIDC_SCOPES must have openid/],
    ['VETRO_OIDC_ROLES', '/nowhere.yaml', /^VETRO_OIDC_ROLES names .* cannot be read/],
  ])('with %s=%s are refused', (name, value, sentence) => {
    expect(problemsOf(given({ [name]: value }))).toEqual([expect.stringMatching(sentence)]);
  });

  it('name what is not set, and what is wrong in the table', () => {
    const { VETRO_OIDC_CLIENT_SECRET: _, ...without } = given();
    expect(problemsOf(without)).toEqual(['VETRO_OIDC_CLIENT_SECRET is not set']);
    for (const wrong of ['[]', 'a: b', '- { value: x, tenant: y, role: owner }', '- { value: x, system_admin: false }'])
      expect(problemsOf(given({ VETRO_OIDC_ROLES: table(wrong) })), wrong).toEqual([
        expect.stringContaining('which is no table of roles'),
      ]);
  });
});

describe('the table of roles', () => {
  it('gives by texts and lists of texts that are equal, and nothing by what an object inherits', () => {
    const rows = [
      { claim: 'groups', value: 'a', tenant: 'T', role: 'reader' as const },
      { claim: 'constructor', value: 'a', system_admin: true as const },
    ];
    const given = (claims: Record<string, unknown>) => [...grantOf(rows, claims).roles];
    expect(given({ groups: 'a' })).toEqual([['T', 'reader']]);
    expect(given({ groups: ['b', 'a'] })).toEqual([['T', 'reader']]);
    for (const groups of ['ab', ['ab'], { a: true }, [['a']], null, 1]) expect(given({ groups })).toEqual([]);
    expect(grantOf(rows, {}).systemAdmin).toBe(false);
  });
});
