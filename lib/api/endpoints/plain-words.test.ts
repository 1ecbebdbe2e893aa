import { expect, test } from 'vitest';
import { productForTests } from '@/lib/api/testing/product-for-tests';
import { list, text } from '@/lib/api/testing/responses';
import { webServer } from '@/lib/api/testing/services';
import { add, newEnvironment, open } from '@/lib/api/testing/stories';
import { systemAdmin } from '@/lib/api/testing/system-admin';

/** What people read when their input is refused is never in the words of the library that checks it. */

const product = productForTests();
const LIBRARY =
  /invalid input|\bexpected (string|number|object|array|boolean|record)|received|unrecognized|too (small|big)|[<>]=|\/\^/i;

const BODIES = [
  {},
  [],
  'text',
  5,
  { name: 5, format: 'vetro-environment/1', services: 'none', parameters: [1], document: {}, secrets: 'all' },
  { document: { format: 'vetro-environment/1', services: [{}], parameters: [{}] } },
  { document: { format: 'vetro-environment/1', name: ['x'], services: [{ type: 5 }] } },
  {
    name: '',
    display_name: null,
    email: 'nobody',
    roles: [{ tenant_id: 'x', role: 'king' }],
    limits: { machines: -1 },
  },
  { machines: -1, vcpus: 1.5, memoryMb: 'much', enabled: 'yes' },
];

test('a refusal says in plain words what is wrong and where', async () => {
  const { member } = product;
  const root = await systemAdmin(product);
  const { at } = await newEnvironment(member);
  const session = await open(member, at);
  const service = text((await add(member, at, session, webServer())).id);
  const addresses: [typeof member, string, string][] = [
    [member, 'POST', '/v1/environments'],
    [member, 'PUT', at],
    [member, 'POST', '/v1/environments/import/check'],
    [member, 'POST', '/v1/environments/import'],
    [member, 'POST', `${at}/clone`],
    [member, 'POST', `${at}/services`],
    [member, 'PUT', `${at}/services/${service}`],
    [member, 'POST', `${at}/services/${service}/units`],
    [member, 'POST', `${at}/sessions/${session}/revert`],
    [member, 'POST', '/v1/templates'],
    [member, 'POST', '/v1/templates/small-office-domain/deploy'],
    [root, 'POST', '/v1/admin/users'],
    [root, 'POST', '/v1/admin/tenants'],
    [root, 'PATCH', `/v1/admin/tenants/${member.tenantId}`],
    [root, 'PUT', `/v1/admin/tenants/${member.tenantId}/quota`],
    [product.admin, 'POST', '/v1/simulation/faults'],
    [product.admin, 'PUT', '/v1/simulation/clock'],
  ];
  let sentences = 0;
  for (const [client, method, address] of addresses) {
    for (const body of BODIES) {
      const answer = await client.call(method, address, { session, body });
      expect([method, address, answer.status], answer.text).not.toContain(500);
      const { fields = [], problems = [] } = (answer.json ?? {}) as Record<string, never>;
      for (const { sentence, path } of [...list(fields), ...list(problems)]) {
        sentences += 1;
        expect(`${method} ${address} ${text(path)}: ${text(sentence)}`).not.toMatch(LIBRARY);
        expect(text(sentence)).toMatch(/[.!?]$/);
      }
    }
  }
  expect(sentences).toBeGreaterThan(100);
});
