import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { fileProblems, runFixtures } from '@/lib/conductor/policy-checks/policy-fixtures';
import { rulesIn } from '@/lib/model/policies/policy-file';
import type { ServiceType } from '@/lib/model/service-type';
import { readPolicyTemplates } from './policy-templates';
import { loadCatalog } from './testing/load-catalog';

/** Each ready policy, asked about the environments that its file brings along. */

const templates = await readPolicyTemplates(path.resolve('policies'));
let types: readonly ServiceType[] = [];
beforeAll(async () => {
  types = await (await loadCatalog('catalog')).serviceTypes('tenant');
});

describe.each(templates)('the ready policy $name', (template) => {
  it('has rules that can be asked', () => {
    expect(fileProblems(template)).toEqual([]);
    expect(() => rulesIn(template, 'every')).not.toThrow();
  });

  it('lets pass and stops what its fixtures say', async () => {
    const results = await runFixtures(template, types);
    expect(results.filter(({ differences }) => differences.length > 0)).toEqual([]);
    expect(template.tests.some(({ stops }) => stops.length > 0)).toBe(true);
    expect(template.tests.some(({ stops }) => stops.length === 0)).toBe(true);
  });

  it('says in German what it says in English', async () => {
    const results = await runFixtures(template, types, 'de');
    // A fixture that expects nothing passes; the others miss the English sentences and find as many others.
    const differences = results.map((one) => one.differences.length);
    expect(differences).toEqual(template.tests.map(({ stops }) => stops.length * 2));
  });
});
