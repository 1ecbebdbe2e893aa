import { describe, expect, it } from 'vitest';
import type { JsonObject } from '@/lib/model/json';
import { environment, planTemplate, runInTestWorld } from '../testing';

const REPORT = '<report entity="unit" text="ran"><parameter name="id"><select path="id"/></parameter></report>';
const SEND = `<send-command template="T"><parameter name="unit"><select path="id"/></parameter>
  <parameter name="service"><select path="::id"/></parameter></send-command>`;
const packages = { planTemplates: { T: planTemplate('Do') } };
const ran = (reports: { id: string }[]) => reports.map(({ id }) => id);

describe('Rules', () => {
  it('run their body once for every match, in document order', async () => {
    const { reports } = await runInTestWorld({ workflows: `<rule match="$.services[*].units[*]">${REPORT}</rule>` });
    expect(ran(reports)).toEqual(['u1', 'u2']);
  });

  it('run all again when one changed the model, each object at most once per round, and settle', async () => {
    const { reports, model, end } = await runInTestWorld({
      workflows: `
        <rule match="$.services[?(@.step == 'b')]"><set path="step">c</set></rule>
        <rule match="$.services[?(not @.step)]"><set path="step">b</set></rule>
        <rule match="$.services[*].units[*]">${REPORT}</rule>`,
    });
    expect((model.services as JsonObject[])[0]?.step).toBe('c');
    expect(ran(reports)).toEqual(['u1', 'u2']);
    expect(end?.outcome).toBe('finished');
  });

  it('match relative to the outer rule, or to the root', async () => {
    const { reports } = await runInTestWorld({
      workflows: `<rule match="$.services[*].units[1]"><rule match="/$.services[*].units[0]">${REPORT}</rule></rule>`,
    });
    expect(ran(reports)).toEqual(['u1']);
  });

  it('find all matches before the first body runs', async () => {
    const { reports } = await runInTestWorld({
      workflows: `<rule match="$.services[*].units[?(not @.gone)]">
        ${REPORT}<set path="::units.1.gone"><true/></set></rule>`,
    });
    expect(ran(reports)).toEqual(['u1', 'u2']);
  });

  it('skip the rest of the outer body once a nested rule has changed something', async () => {
    const { reports } = await runInTestWorld({
      workflows: `<rule match="$.services[*]"><rule match="$.units[0]"><set path="x">1</set></rule>
        <report entity="service" id="s1" text="rest"/></rule>`,
    });
    expect(reports).toEqual([]);
  });

  it('run <empty> only when nothing matched at all', async () => {
    const empty = '<empty><report entity="environment" id="e1" text="none"/></empty>';
    const none = await runInTestWorld({ workflows: `<rule match="$.nothing[*]">${REPORT}${empty}</rule>` });
    const some = await runInTestWorld({ workflows: `<rule match="$.services[*]"><mute/>${empty}</rule>` });
    expect([none.reports.length, some.reports.length]).toEqual([1, 0]);
  });

  it('look at no more matches than their limit, muted ones included', async () => {
    const { plans } = await runInTestWorld({
      packages,
      workflows: `<rule match="$.services[*].units[*]" limit="1">${SEND}<mute/></rule>`,
    });
    expect(plans.map(({ unitId }) => unitId)).toEqual(['u1']);
  });

  it('match the current object itself with $, $[*] and $[?()]', async () => {
    for (const match of ['$', '$[*]', "$[?(@.id == 'e1')]"]) {
      const { model } = await runInTestWorld({
        workflows: `<rule match="${match}"><set path="hit"><true/></set></rule>`,
      });
      expect(model.hit, match).toBe(true);
    }
  });

  it('run every workflow file in each pass, in the order they are given', async () => {
    const say = (text: string) => `<rule match="$"><report entity="environment" id="e1" text="${text}"/></rule>`;
    const { reports } = await runInTestWorld({ workflows: [say('one'), say('two')] });
    expect(reports.map(({ text }) => text)).toEqual(['one', 'two']);
  });
});

describe('A match with values of the model in it', () => {
  const DYNAMIC = `<rule match="$.services[*].units[*]">
    <rule><parameter name="match">/$.services[?(@.type == 'activeDirectory' and @.domain == '<select path="domain"/>')]</parameter>
      <report entity="service" text="joined"><parameter name="id"><select path="id"/></parameter></report></rule></rule>`;
  const withDomain = (domain: string | null) => {
    const model = environment();
    const service = (model.services as JsonObject[])[0] as JsonObject;
    service.units = [{ id: 'u1', domain }];
    return model;
  };

  it('compares them as text', async () => {
    expect((await runInTestWorld({ model: withDomain('acme.loc'), workflows: DYNAMIC })).reports).toHaveLength(1);
    expect((await runInTestWorld({ model: withDomain('other.loc'), workflows: DYNAMIC })).reports).toEqual([]);
    expect((await runInTestWorld({ model: withDomain(null), workflows: DYNAMIC })).reports).toEqual([]);
  });

  it.each(["x' or 1==1 or 'x", "') or True or ('", "acme.loc'] | $..['", '__import__("os").system("id")'])(
    'never reads %s as anything but text',
    async (domain) => {
      expect((await runInTestWorld({ model: withDomain(domain), workflows: DYNAMIC })).reports).toEqual([]);
      const model = withDomain(domain);
      ((model.services as JsonObject[])[0] as JsonObject).domain = domain;
      expect((await runInTestWorld({ model, workflows: DYNAMIC })).reports).toHaveLength(1);
    },
  );

  it('takes an unquoted value for the number or constant it spells', async () => {
    const { reports } = await runInTestWorld({
      workflows: `<rule match="$.services[?(@.port)]"><rule><parameter name="match">/$.services[?(@.port == <select path="port"/>)]</parameter>
        <report entity="service" id="s1" text="same"/></rule></rule>`,
    });
    expect(reports).toHaveLength(1);
  });

  it('can be computed as a whole, and then must parse', async () => {
    const whole = (
      text: string,
    ) => `<set path="#m">${text}</set><rule><parameter name="match"><select path="#m"/></parameter>
      <set path="hit"><true/></set></rule>`;
    expect((await runInTestWorld({ workflows: whole('$[*]') })).model.hit).toBe(true);
    expect((await runInTestWorld({ workflows: whole('$[?(@.x = 1)]') })).error?.code).toBe('bad_query');
  });
});

describe('Mutes', () => {
  it('keep an object out for the rest of the deployment, and no longer', async () => {
    const stage = { packages, workflows: `<rule match="$.services[*].units[*]">${SEND}<mute/></rule>` };
    const first = await runInTestWorld(stage);
    const second = await runInTestWorld({ ...stage, model: first.model });
    expect([first.plans.length, second.plans.length]).toEqual([2, 2]);
  });

  it.each([
    ['id1.id2', 'u2'],
    ['id1/id2', 's1/u2'],
  ])('name a nested rule as %s with object %s', async (rule, id) => {
    const { reports } = await runInTestWorld({
      workflows: `<rule match="$"><mute rule="${rule}" id="${id}"/></rule>
        <rule id="id1" match="$.services[*]"><rule id="id2" match="$.units[*]">${REPORT}</rule></rule>`,
    });
    expect(ran(reports)).toEqual(['u1']);
  });

  it('mean the current rule and object when nothing is said', async () => {
    const { plans } = await runInTestWorld({
      packages,
      workflows: `<rule id="id1" match="$.services[*]"><rule id="id2" match="$.units[*]">${SEND}<mute rule="id1.id2"/></rule></rule>`,
    });
    expect(plans).toHaveLength(2);
  });

  it('are lifted by <unmute>', async () => {
    const { plans } = await runInTestWorld({
      packages,
      plan: ({ unitId }) => ({
        answered: true,
        result: { IsException: unitId === 'none', Result: [{ IsException: false, Result: [] }] },
      }),
      workflows: `<rule id="r" match="$.services[*].units[0]">${SEND}<mute/></rule>
        <rule match="$[?(not @.again)]"><send-command template="T" unit="u2" service="s1">
          <success><set path="again"><true/></set><unmute rule="r" id="u1"/></success></send-command></rule>`,
    });
    expect(plans.map(({ unitId }) => unitId)).toEqual(['u1', 'u2', 'u1']);
  });

  it('do not hold objects without an id', async () => {
    const { reports } = await runInTestWorld({
      model: { id: 'e', items: [{ name: 'x' }] },
      workflows: `<rule match="$.items[*]"><report entity="unit" id="1" text="again"/></rule>
        <rule match="$[?(not @.done)]"><set path="done"><true/></set></rule>`,
    });
    expect(reports).toHaveLength(2);
  });
});

describe('stop', () => {
  it('lets the round end: what is pending is carried out, its answers are handled', async () => {
    const { end, plans, model } = await runInTestWorld({
      packages,
      workflows: `<rule match="$"><stop/><send-command template="T" unit="u1" service="s1">
        <success><set path="/answered"><true/></set></success></send-command></rule>`,
    });
    expect([end?.outcome, plans.length, model.answered]).toEqual(['stopped', 1, true]);
  });
});

describe('Rules that never settle', () => {
  const FLIP = `<rule id="flip" match="$.items[*]"><set path="/n"><list><i>a</i><i><select path="/n.0"/></i></list></set></rule>
    <rule match="$.items[*]"><set path="/n">x</set></rule>`;

  it('are stopped with the rule’s name and place, and what was reached is kept', async () => {
    const { error, saved } = await runInTestWorld({ model: { id: 'e', items: [{ a: 1 }] }, workflows: FLIP });
    expect(error).toMatchObject({ kind: 'language', code: 'rules_never_settle', span: { file: 'w1.xml' } });
    expect(error?.sentence).toMatch(/the last to do so is rule "/);
    expect(saved).toHaveLength(1);
  });

  it('are stopped too when every round asks for the same again', async () => {
    const { error, plans } = await runInTestWorld({
      packages,
      workflows: `<rule id="again" match="$.services[*].units[0]">${SEND}</rule>`,
      options: { maxRounds: 5 },
    });
    expect(error).toMatchObject({ code: 'rules_never_settle', details: { rule: 'again', rounds: 5 } });
    expect(error?.sentence).toContain('<send-command template="T"> in rule again');
    expect(plans).toHaveLength(5);
  });
});
