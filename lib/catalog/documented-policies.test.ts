import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { fileProblems, runFixtures } from '@/lib/conductor/policy-checks/policy-fixtures';
import { type PolicyFile, PolicyFileSchema } from '@/lib/model/policies/policy-file';
import type { ServiceType } from '@/lib/model/service-type';
import { loadCatalog } from './testing/load-catalog';

/** The whole rules that docs/policy.md prints, asked as they stand there. */

let types: readonly ServiceType[] = [];
beforeAll(async () => {
  types = await (await loadCatalog('catalog')).serviceTypes('tenant');
});

/** Indented blocks of the page that stop something. */
const printed = readFileSync('docs/policy.md', 'utf8')
  .split(/\n\n(?! {4})/)
  .flatMap((part) => /(?:^ {4}.*\n?)+/m.exec(part)?.[0] ?? [])
  .map((block) => block.replace(/^ {4}/gm, ''))
  .filter((block) => /^predeploy_errors\(/m.test(block));

const web = (more: object = {}) => ({
  type: 'webServer',
  name: 'web',
  flavor: 'm1.small',
  units: [{ name: 'web1' }],
  ...more,
});
const EXAMPLES = [
  {
    about: 'no public addresses',
    holds: /assignFloatingIp/,
    tests: [
      {
        name: 'without one',
        services: [web(), web({ name: 'shop', units: [{ name: 'shop1' }], assignFloatingIp: false })],
      },
      {
        name: 'with one',
        services: [web({ assignFloatingIp: true })],
        stops: ['web asks for a public address, and there are none in this tenant.'],
      },
      {
        name: 'of a farm',
        services: [
          web({ type: 'webServerFarm', name: 'farm', units: [{ name: 'a' }, { name: 'b' }], assignFloatingIp: true }),
        ],
        stops: ['farm asks for a public address, and there are none in this tenant.'],
      },
    ],
  },
  {
    about: 'no machine with more than 2 GB',
    holds: /gt\(mb, 2048\)/,
    tests: [
      { name: 'a small one', services: [web()] },
      {
        name: 'a large one',
        services: [web({ flavor: 'm1.large' })],
        stops: ['#web has more than 2 GB', '#web1 has more than 2 GB'],
      },
    ],
  },
];

describe.each(EXAMPLES)('the printed rules for $about', ({ holds, tests }) => {
  const rules = printed.filter((block) => holds.test(block));
  const file = (): PolicyFile =>
    PolicyFileSchema.parse({
      Format: 'Policy/1.0',
      name: 'printed',
      title: 'Printed',
      summary: 'x',
      rules: rules[0],
      tests,
    });

  it('are printed once and can be asked', () => {
    expect(rules).toHaveLength(1);
    expect(fileProblems(file())).toEqual([]);
  });

  it('let pass and stop what they say', async () => {
    const results = await runFixtures(file(), types);
    expect(results.filter(({ differences }) => differences.length > 0)).toEqual([]);
  });
});

it('are all of the rules that the page prints whole', () => {
  expect(printed).toHaveLength(EXAMPLES.length);
});
