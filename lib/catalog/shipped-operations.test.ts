import { describe, expect, it } from 'vitest';
import { isObject } from '@/lib/model/json';
import { customOperationsOf, operationsOf, type UnitTypes } from '@/lib/model/operations/declared';
import { loadCatalog } from './testing/load-catalog';

/** What the packages that ship declare of what may be done with machines that are there. */

const catalog = await loadCatalog('catalog');
const packages = (await catalog.newest('t')).map(({ pack }) => pack);
const types = await catalog.serviceTypes('t');
const unitTypes: UnitTypes = Object.assign({}, ...packages.map(({ content }) => content.unitTypes));
const plans = Object.assign({}, ...packages.map(({ content }) => content.planTemplates));
const scripts = Object.assign({}, ...packages.map(({ content }) => content.scripts)) as Record<string, string>;
const commands = Object.assign({}, ...packages.map(({ simulation }) => simulation?.commands));
const withMachines = types.filter(({ units }) => units.max !== 0).map((type) => [type.type, type] as const);

describe.each(withMachines)('a machine of the service %s', (_name, type) => {
  it('can be checked, stopped, started, repaired, compared and updated in place', () => {
    expect(type.operations).toEqual([
      'validation.check_status',
      'lifecycle.start',
      'lifecycle.stop',
      'lifecycle.heal',
      'lifecycle.postheal',
      'lifecycle.check_drift',
      'lifecycle.update',
    ]);
  });

  it('offers operations of its own, in plain words', () => {
    expect(type.customOperations?.map(({ name }) => name)).not.toHaveLength(0);
  });

  const all = { ...operationsOf(unitTypes, type.package), ...customOperationsOf(unitTypes, type.package) };
  it.each(Object.entries(all))('%s runs functions that there are, simulated as well', (_op, { plan }) => {
    const { Scripts: files, Commands: calls } = plans[plan];
    const text = (files as string[]).map((file) => scripts[file]).join('\n');
    for (const call of (calls as unknown[]).filter(isObject)) {
      expect(text).toMatch(new RegExp(`^function ${call.Name} \\{`, 'm'));
      expect(Object.keys(commands)).toContain(call.Name);
    }
  });
});
