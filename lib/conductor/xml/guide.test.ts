import { describe, expect, it } from 'vitest';
import { errors, toProblem } from '@/lib/errors';
import type { Json, JsonObject } from '@/lib/model/json';
import { failed, runInTestWorld, succeeded } from './testing';

/** Chapter 5 of the guide to the letter: its fragments as printed, and what it says of them. */

/** The object model that the chapter goes by. */
const MODEL: JsonObject = {
  name: 'MyDataCenter',
  id: 'adc6d143f9584d10808c7ef4d07e4802',
  services: [
    {
      name: 'TestAD',
      type: 'activeDirectory',
      osImage: { name: 'ws-2012-std', type: 'ws-2012-std' },
      availabilityZone: 'nova',
      flavor: 'm1.medium',
      id: '9571747991184642B95F430A014616F9',
      domain: 'acme.loc',
      adminPassword: 'SuperP@ssw0rd',
      units: [
        {
          id: '273c9183b6e74c9c9db7fdd532c5eb25',
          name: 'dc01',
          isMaster: true,
          recoveryPassword: 'SuperP@ssw0rd!2',
        },
      ],
    },
  ],
};

/** The example of "Execution Plans", as printed, with scripts of the names that it has. */
const PLAN: JsonObject = {
  Scripts: ['ImportCoreFunctions.ps1', 'DeployWebApp.ps1'],
  Commands: [{ Name: 'Deploy-WebAppFromGit', Arguments: { URL: '$repository' } }],
  RebootOnCompletion: 0,
};
const SCRIPTS = {
  'ImportCoreFunctions.ps1': '# functions that others use',
  'DeployWebApp.ps1': 'function Deploy-WebAppFromGit { param ([String] $URL) }',
};

/** The value of a body, as a unit of the service sees it. */
async function evaluated(body: string): Promise<Json | undefined> {
  const { model, error } = await runInTestWorld({
    model: structuredClone(MODEL),
    workflows: `<rule match="$.services[*].units[*]"><set path="/value">${body}</set></rule>`,
  });
  expect(error).toBeNull();
  return model.value;
}

describe('DSL functions', () => {
  it.each([
    ['<true/>', true],
    ['<false/>', false],
    ['<null/>', null],
    ['<text><true/></text>', 'True'],
    ['<list><item>item1</item><item>item2</item><item><true/></item></list>', ['item1', 'item2', true]],
    ['<map><item name="key1">value1</item><item name="key2">value2</item></map>', { key1: 'value1', key2: 'value2' }],
    ['<map><set name="key"><null/></set></map>', { key: null }],
    [
      `<list>
         <item><map><item name="name 1">value 1</item><item name="name 2">value 2</item></map></item>
         <item><map><item name="name 1">value 3</item><item name="name 2">value 4</item></map></item>
       </list>`,
      [
        { 'name 1': 'value 1', 'name 2': 'value 2' },
        { 'name 1': 'value 3', 'name 2': 'value 4' },
      ],
    ],
  ])('%s', async (body, value) => {
    expect(await evaluated(body)).toEqual(value);
  });
});

describe('"Tag body may consist of several function invocations. In such case all values would be concatenated"', () => {
  it.each([
    ['<text>foo</text> - <text>bar</text>', 'foo - bar'],
    ['<text>a</text><text>b</text>', 'ab'],
    ['words <list><item>1</item></list>', 'words ["1"]'],
    ['<map><item name="k">v</item></map> beside words', '{"k":"v"} beside words'],
    ['<list><item>1</item></list><list><item>2</item></list>', ['1', '2']],
    ['on=<true/>', 'on=True'],
  ])('%s', async (body, value) => {
    expect(await evaluated(body)).toEqual(value);
  });

  it('numbers, too', async () => {
    const { model } = await runInTestWorld({
      model: { id: 'e', num: 7 },
      workflows: '<set path="value"><select path="num"/><select path="num"/></set>',
    });
    expect(model.value).toBe('77');
  });

  it('a parameter is an argument that is evaluated', async () => {
    expect(await evaluated('<select><parameter name="path"><text>na</text>me</parameter></select>')).toBe('dc01');
  });
});

describe('"Accessing Object Model"', () => {
  const [service] = MODEL.services as [JsonObject];
  const [unit] = service.units as [JsonObject];
  it.each<[string, Json]>([
    ['<select path="name"/>', 'dc01'],
    ['<select path="isMaster"/>', true],
    ['<select path=":"/>', [unit]],
    ['<select path="::domain"/>', 'acme.loc'],
    ['<select path="/name" />', 'MyDataCenter'],
    ['<select path="::osImage.name"/>', 'ws-2012-std'],
    ['<select path="::units.0.name"/>', 'dc01'],
    ['<select path="/services.0.units.0.name"/>', 'dc01'],
    ['<select path="::noSuchProperty"/>', null],
    ['<select/>', unit],
    [`<select-all path="/$.services[?(@.type == 'activeDirectory')].units[*]"/>`, [unit]],
    [`<select-single path="/$.services[?(@.type == 'activeDirectory')].units[*]"/>`, unit],
    ['<select-single path="/$.services[?(@.noSuch)].units[*]"/>', null],
    ['<select-all path=":$[*].name"/>', ['dc01']],
  ])('%s', async (body, value) => {
    expect(await evaluated(body)).toEqual(value);
  });

  it('<set> writes, introduces attributes, even nested ones', async () => {
    const { model } = await runInTestWorld({
      model: structuredClone(MODEL),
      workflows: `<rule match="$.services[*].units[*]">
        <set path="name">dc02</set><set path="newProperty">value</set><set path="state.property">value</set></rule>`,
    });
    expect((model.services as JsonObject[])[0]?.units).toMatchObject([
      { name: 'dc02', newProperty: 'value', state: { property: 'value' } },
    ]);
  });
});

describe('"Function context"', () => {
  it('a value is published to it, read from it, and an object in it is the model’s own', async () => {
    const { model } = await runInTestWorld({
      model: structuredClone(MODEL),
      workflows: `<rule match="$.services[*].units[*]">
        <set path="#myKey">value</set><set path="first"><select path="#myKey"/></set>
        <set path="#myUnit"><select/></set><set path="property" target="myUnit">edited</set>
        <set path="second"><select path="property" source="myUnit"/></set></rule>`,
    });
    expect((model.services as JsonObject[])[0]?.units).toMatchObject([
      { first: 'value', property: 'edited', second: 'edited' },
    ]);
  });
});

describe('"Workflow rules"', () => {
  it('match, and <empty> where nothing does; nested ones go on from where the outer one is', async () => {
    const { model } = await runInTestWorld({
      model: structuredClone(MODEL),
      workflows: `
        <rule match="$.services[?(@.type == 'none')]" desc="of no service"><empty><set path="/none"><true/></set></empty></rule>
        <rule match="$.services[*]" id="id1"><rule match="$.units[*]" id="id2"><set path="domain"><select path="::domain"/></set></rule></rule>`,
    });
    expect(model.none).toBe(true);
    expect((model.services as JsonObject[])[0]?.units).toMatchObject([{ domain: 'acme.loc' }]);
  });
});

/** The unit's rule that does something once. */
const once = (body: string) => `<rule match="$.services[*].units[*]">${body}<mute/></rule>`;

const SENT = `<parameter name="unit"><select path="id"/></parameter><parameter name="service"><select path="::id"/></parameter>`;

describe('"Workflow actions"', () => {
  const STACK = {
    heat_template_version: '2015-04-30',
    parameters: { size: { type: 'string' } },
    resources: { $myKey: { type: 'OS::Nova::Server', properties: { flavor: { get_param: 'size' } } } },
  };
  const update = `<update-cf-stack template="Server" error="problem">
    <parameter name="mappings"><map><item name="myKey"><select path="name"/></item></map></parameter>
    <parameter name="arguments"><map><item name="size"><select path="::flavor"/></item></map></parameter>
    <success><set path="made"><true/></set></success>
    <failure><set path="failed"><select source="problem" path="message"/></set></failure></update-cf-stack>`;
  const packages = { stackTemplates: { Server: STACK }, planTemplates: { Plan: PLAN }, scripts: SCRIPTS };
  const unitAfter = async (workflows: string, more: Partial<Parameters<typeof runInTestWorld>[0]> = {}) => {
    const ran = await runInTestWorld({ model: structuredClone(MODEL), packages, workflows, ...more });
    expect(ran.error).toBeNull();
    return { ...ran, unit: ((ran.model.services as JsonObject[])[0]?.units as JsonObject[] | undefined)?.[0] };
  };

  it('update-cf-stack: template, mappings, arguments, success', async () => {
    const { stacks, unit } = await unitAfter(once(update));
    expect(stacks).toMatchObject([
      { template: { resources: { dc01: { type: 'OS::Nova::Server' } } }, parameters: { size: 'm1.medium' } },
    ]);
    expect(unit).toMatchObject({ made: true });
  });

  it('update-cf-stack: error, failure', async () => {
    const { unit } = await unitAfter(once(update), {
      stack: () => ({ ok: false, message: 'No.', problem: toProblem(errors.cloud('no', 'No.')) }),
    });
    expect(unit).toMatchObject({ failed: 'No.' });
    expect(unit).not.toHaveProperty('made');
  });

  it('is merged into the stack of this deployment; what nobody asks for in the next goes (decision 4)', async () => {
    const second = update.replace('<select path="name"/>', 'second');
    const workflows = `${once(update)}<rule match="$.services[*].units[?(@.made and not @.again)]">${second}<set path="again"><true/></set></rule>`;
    const { stacks } = await unitAfter(workflows);
    expect(stacks.map(({ template }) => Object.keys(template.resources as JsonObject))).toEqual([
      ['dc01'],
      ['dc01', 'second'],
    ]);
  });

  const send = `<send-command template="Plan" error="problem">${SENT}
    <parameter name="mappings"><map><item name="repository">https://git.example.com/shop.git</item></map></parameter>
    <success><set path="done"><true/></set></success>
    <failure><set path="failed"><select source="problem" path="0.message"/></set></failure></send-command>`;

  it('send-command: template, unit, service, mappings, success', async () => {
    const { plans, unit } = await unitAfter(once(send));
    expect(plans).toMatchObject([
      { unitId: '273c9183b6e74c9c9db7fdd532c5eb25', serviceId: '9571747991184642B95F430A014616F9' },
    ]);
    expect(unit).toMatchObject({ done: true });
  });

  it('send-command: error, failure', async () => {
    const { unit } = await unitAfter(once(send), { plan: () => failed(0, 'System.Exception', 'Not found') });
    expect(unit).toMatchObject({ failed: 'Not found' });
    expect(unit).not.toHaveProperty('done');
  });

  it.each(['unit', 'service', 'environment'])('report: entity "%s", level, id, text', async (entity) => {
    const report = `<report entity="${entity}" level="warning"><parameter name="id"><select path="id"/></parameter>
      <parameter name="text">At <select path="name"/></parameter></report>`;
    const { reports } = await unitAfter(once(report));
    expect(reports).toMatchObject([
      { entity, level: 'warning', id: '273c9183b6e74c9c9db7fdd532c5eb25', text: 'At dc01' },
    ]);
  });

  it('the example of an execution plan is sent as printed, its scripts in it', async () => {
    const [sent] = (await unitAfter(once(send))).plans;
    expect(sent?.plan).toEqual({
      Scripts: Object.values(SCRIPTS).map((script) => Buffer.from(script).toString('base64')),
      Commands: [{ Name: 'Deploy-WebAppFromGit', Arguments: { URL: 'https://git.example.com/shop.git' } }],
      RebootOnCompletion: 0,
    });
  });

  it('each result can have many values: all the outputs of a function', async () => {
    const sent = send
      .replace('error="problem"', 'result="answers"')
      .replace('<true/>', '<select source="answers" path="0.Result"/>');
    const { unit } = await unitAfter(once(sent), { plan: () => succeeded(['result value', 'another']) });
    expect(unit).toMatchObject({ done: ['result value', 'another'] });
  });

  it('a root IsException: the plan could not even be started', async () => {
    const plan = () => ({
      answered: true as const,
      result: { IsException: true, Result: ['Exception type', 'Error message'] },
    });
    expect((await unitAfter(once(send), { plan })).unit).toMatchObject({ failed: 'Error message' });
  });
});

describe('"Workflow control"', () => {
  it('<stop/> ends the deployment once what is pending is done', async () => {
    const { model } = await runInTestWorld({
      model: { id: 'e', n: 0 },
      workflows: '<rule match="$[?(not @.first)]"><set path="first"><true/></set><stop/></rule>',
    });
    expect(model).toMatchObject({ first: true });
  });

  it('<mute/> and <unmute/> by the rule and the object that are named, ids of nested rules joined by a dot', async () => {
    const count = (at: string) => `<set path="${at}"><select path="${at}" default=""/>x</set>`;
    const { model } = await runInTestWorld({
      model: structuredClone(MODEL),
      packages: { planTemplates: { Plan: PLAN }, scripts: SCRIPTS },
      workflows: `
        <rule id="id1" match="$.services[*]">
          <rule id="id2" match="$.units[*]">${count('runs')}
            <send-command template="Plan">${SENT}</send-command><mute rule="id1.id2"/></rule></rule>
        <rule match="$[?(@.services and not @.again)]"><set path="again"><true/></set>
          <unmute rule="id1.id2" id="273c9183b6e74c9c9db7fdd532c5eb25"/></rule>`,
    });
    expect((model.services as JsonObject[])[0]?.units).toMatchObject([{ runs: 'xx' }]);
  });
});
