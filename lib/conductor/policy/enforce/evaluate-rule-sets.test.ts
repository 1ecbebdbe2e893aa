import { FactBase } from '@vetro/datalog';
import { describe, expect, it } from 'vitest';
import type { Json } from '@/lib/model/json';
import { applyModification, evaluateRuleSets, FACT_TABLES, ModelFacts, type ModelTypes } from '..';

const TYPES: ModelTypes = {
  hasProperty: (_, property) => property !== 'colour',
  conform: async (model) => model,
  newId: () => 'made',
};
const MODEL: Json = {
  '?': { id: 'e', type: 'io.murano.Environment' },
  applications: [
    { '?': { id: 'w', type: 'Web' }, flavor: 'large', key: 'old', spare: { '?': { id: 's', type: 'Vm' } } },
  ],
};
const BIG =
  'predeploy_errors(e, o, m) :- murano:properties(o, "flavor", "large"), murano:connected(e, o), concat(o, " is too large", m)';

async function verdicts(...rules: string[]) {
  const facts = new FactBase({ murano: { tables: FACT_TABLES, reachable: { connected: 'relationships' } } });
  const known = new ModelFacts();
  const answer = await evaluateRuleSets<Json>({
    rules: [{ id: 'house', text: rules.join('\n'), parameters: [], modifies: true }],
    model: MODEL,
    environment: 'e',
    facts,
    load: (model) => facts.load('murano', known.read(model, { tenant: 't', parentsOf: () => [] })),
    modify: (model, text) => applyModification(model, text, TYPES),
    context: { now: '2026-11-22 10:00:00' },
  });
  const [failure] = answer.failures;
  if (failure) throw failure.error;
  const ofKind = (wanted: string) =>
    answer.verdicts.filter(({ kind }) => kind === wanted).map(({ objectId, message }) => ({ objectId, message }));
  return {
    model: answer.model,
    modifications: ofKind('modification'),
    errors: ofKind('error'),
    warnings: ofKind('warning'),
  };
}
const modify = (text: string) => `predeploy_modify("e", "w", '${text}')`;
const application = (model: Json) => (model as { applications: Json[] }).applications[0];

describe('the rules of the house about a model', () => {
  it('stop it with a message about an object', async () => {
    expect((await verdicts(BIG)).errors).toEqual([{ objectId: 'w', message: 'w is too large' }]);
  });

  it('warn', async () => {
    expect((await verdicts('predeploy_warnings("e", "w", "late")')).warnings).toEqual([
      { objectId: 'w', message: 'late' },
    ]);
  });

  it('say nothing of other environments', async () => {
    expect((await verdicts('predeploy_errors("e2", "x", "not ours")')).errors).toEqual([]);
  });

  it('change it first: what was changed is no error any more', async () => {
    const { modifications, model, errors } = await verdicts(
      BIG,
      modify('set-property: {object_id: w, prop_name: flavor, value: small}'),
    );
    expect(modifications).toHaveLength(1);
    expect(application(model)).toMatchObject({ flavor: 'small' });
    expect(errors).toEqual([]);
    expect(application(MODEL)).toMatchObject({ flavor: 'large' });
  });

  it('take away objects, add some and relate them', async () => {
    const removed = await verdicts(modify('remove-object: {object_id: s}'));
    expect(application(removed.model)).toMatchObject({ spare: null });
    const added = await verdicts(
      modify('add-object: {owner_id: w, owner_relation: monitor, type: Monitor, init_args: {level: 2}}'),
    );
    expect(application(added.model)).toMatchObject({ monitor: { '?': { id: 'made', type: 'Monitor' }, level: 2 } });
    const related = await verdicts(modify('add-relation: {source_id: w, relation: peer, target_id: s}'));
    expect(application(related.model)).toMatchObject({ peer: 's' });
  });

  it.each([
    ['no map', 'remove-object', 'Expected “action: {argument: value, …}”'],
    ['no such action', 'paint: {colour: red}', 'There is no action “paint”'],
    ['no such object', 'remove-object: {object_id: nobody}', 'There is no object “nobody”'],
    ['no such property', 'set-property: {object_id: w, prop_name: colour, value: red}', 'Web has no property “colour”'],
    ['an argument too few', 'set-property: {object_id: w, prop_name: key}', '“set-property” needs the argument val'],
    ['an argument too many', 'remove-object: {object_id: w, force: true}', '“remove-object” takes no force'],
  ])('cannot ask for what cannot be done: %s', async (_, action, message) => {
    await expect(verdicts(modify(action))).rejects.toThrow(message);
  });
});
