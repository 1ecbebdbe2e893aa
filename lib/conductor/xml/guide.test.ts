import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '@/lib/model/json';
import { runInTestWorld } from './testing';

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
