import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '@/lib/model/json';
import { environment, runInTestWorld } from '../testing';

/** Evaluates a body standing on the first unit and gives what it says. */
async function onUnit(body: string, before = ''): Promise<Json | undefined> {
  const { model, error } = await runInTestWorld({
    workflows: `<rule match="$.services[0].units[0]">${before}<set path="/out"><list><item>${body}</item></list></set></rule>`,
  });
  if (error) throw error;
  return (model.out as Json[])[0];
}

describe('select', () => {
  it.each<[string, Json]>([
    ['name', 'dc01'],
    ['isMaster', true],
    ['::domain', 'acme.loc'],
    ['/name', 'MyDataCenter'],
    ['::units.1.name', 'dc02'],
    ['::units.-1.name', 'dc02'],
    ['/services.0.units.0.name', 'dc01'],
    ['::::::name', 'MyDataCenter'],
    ['/::name', 'MyDataCenter'],
    ['::noSuchProperty', null],
    ['::noSuch.deeper.still', null],
    ['name.first', null],
    ['::units.9.name', null],
    ['::units.name', null],
    ['constructor', null],
    ['__proto__', null],
  ])('path "%s" from a unit is %j', async (path, expected) => {
    expect(await onUnit(`<select path="${path}"/>`)).toEqual(expected);
  });

  it('gives the object of the cursor without a path, and the list of units for ":"', async () => {
    expect(await onUnit('<select/>')).toEqual({ id: 'u1', name: 'dc01', isMaster: true });
    expect(await onUnit('<select path=":"/>')).toHaveLength(2);
  });

  it('takes the default for null alone', async () => {
    const model = { id: 'e', zero: 0, off: false, text: '', nothing: null };
    const select = (path: string) => `<set path="out.${path}"><select path="${path}" default="d"/></set>`;
    const { model: after } = await runInTestWorld({
      model,
      workflows: ['zero', 'off', 'text', 'nothing', 'missing'].map(select).join(''),
    });
    expect(after.out).toEqual({ zero: 0, off: false, text: '', nothing: 'd', missing: 'd' });
  });

  it('reads variables, whole or in part, and null for one that is not set', async () => {
    const set = '<set path="#m"><map><a name="k"><list><b>x</b></list></a></map></set>';
    expect(await onUnit('<select path="#m"/>', set)).toEqual({ k: ['x'] });
    expect(await onUnit('<select source="m" path="k.0"/>', set)).toBe('x');
    expect(await onUnit('<select source="m"/>', set)).toEqual({ k: ['x'] });
    expect(await onUnit('<select source="nobody" path="k"/>')).toBeNull();
  });

  it('reads configuration with ##', async () => {
    const { model } = await runInTestWorld({
      workflows: '<set path="out"><select path="##cloud.name"/></set>',
      options: { settings: { cloud: { name: 'embedded' } } },
    });
    expect(model.out).toBe('embedded');
  });
});

describe('select-all and select-single', () => {
  it('query from the cursor, its parents or the root', async () => {
    expect(await onUnit('<select-all path=":$[*].name"/>')).toEqual(['dc01', 'dc02']);
    expect(await onUnit('<select-all path="/$.services[*].units[*].id"/>')).toEqual(['u1', 'u2']);
    expect(await onUnit(`<select-single path="/$..units[?(@.name == 'dc02')].id"/>`)).toBe('u2');
    expect(await onUnit('<select-single path="$.nothing"/>')).toBeNull();
    expect(await onUnit('<select-all path="$.nothing"/>')).toEqual([]);
  });

  it('read missing attributes as null, as the guide promises', async () => {
    expect(await onUnit('<select-all path=":$[?(not @.state.installed)].id"/>')).toEqual(['u1', 'u2']);
  });

  it('take a limit as text or number', async () => {
    expect(await onUnit('<select-all path=":$[*].id" limit="1"/>')).toEqual(['u1']);
  });

  it('look in a variable by name, or in the value itself', async () => {
    const set = '<set path="#s"><select path="::"/></set>';
    expect(await onUnit('<select-all path="$.units[*].id" source="s"/>', set)).toEqual(['u1', 'u2']);
    const value = '<parameter name="source"><map><m name="x">1</m></map></parameter>';
    expect(await onUnit(`<select-all path="$.x">${value}</select-all>`)).toEqual(['1']);
    expect(await onUnit('<select-all path="$.x" source="nobody"/>')).toEqual([]);
  });

  it('bind values of the model instead of parsing them', async () => {
    const model = environment();
    const service = (model.services as JsonObject[])[0] as JsonObject;
    service.name = "x' or 1==1 or 'x";
    const { model: after } = await runInTestWorld({
      model,
      workflows: `<rule match="$.services[*]"><set path="/out"><select-all><parameter name="path">/$..units[?(@.name == '<select path="name"/>')].id</parameter></select-all></set></rule>`,
    });
    expect(after.out).toEqual([]);
  });
});

describe('set', () => {
  it('creates what is missing on the way, through null too', async () => {
    const { model } = await runInTestWorld({
      model: { id: 'e', state: null },
      workflows: '<set path="state.a.b">1</set><set path="x.y">2</set>',
    });
    expect(model).toEqual({ id: 'e', state: { a: { b: '1' } }, x: { y: '2' } });
  });

  it('writes relative to the cursor', async () => {
    const { model } = await runInTestWorld({
      workflows: '<rule match="$.services[*].units[0]"><set path="::state.primary"><select path="name"/></set></rule>',
    });
    expect((model.services as JsonObject[])[0]?.state).toEqual({ primary: 'dc01' });
  });

  it.each([
    ['a text', '<set path="name.first">x</set>', 'is not an object'],
    ['a place beyond a list', '<set path="services.7">x</set>', 'has no place "7"'],
    ['a name in a list', '<set path="services.first">x</set>', 'has no place "first"'],
    ['the whole model', '<set path="/">x</set>', 'the whole model'],
    ['a variable that is not set', '<set path="a" target="nobody">x</set>', 'is not set'],
  ])('refuses %s and says where', async (_what, workflows, why) => {
    const { error } = await runInTestWorld({ workflows });
    expect(error).toMatchObject({ kind: 'language', span: { file: 'w1.xml', line: 1 } });
    expect(error?.sentence).toContain(why);
  });

  it('writes into an object that a variable holds: the model sees it', async () => {
    const { model } = await runInTestWorld({
      workflows:
        '<rule match="$.services[0]"><set path="#s"><select/></set><set path="a.b" target="s">deep</set></rule>',
    });
    expect((model.services as JsonObject[])[0]?.a).toEqual({ b: 'deep' });
  });

  it('stores references: what is changed in one place is changed in both', async () => {
    const { model } = await runInTestWorld({
      model: { id: 'e', tags: ['a'] },
      workflows: '<set path="copy"><select path="tags"/></set><set path="tags.0">b</set>',
    });
    expect(model.copy).toEqual(['b']);
  });

  it('refuses to put an object inside itself', async () => {
    const { error } = await runInTestWorld({ workflows: '<set path="services.0.all"><select path="/"/></set>' });
    expect(error?.code).toBe('circular_value');
  });

  it('never touches what all JavaScript objects share', async () => {
    const { model } = await runInTestWorld({
      workflows: '<set path="__proto__.polluted">yes</set><set path="constructor.prototype.polluted">yes</set>',
    });
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
    expect(Object.hasOwn(model, '__proto__')).toBe(true);
  });
});

describe('Function context', () => {
  it('ends with the block that set it and is seen inside', async () => {
    const { model } = await runInTestWorld({
      workflows: `
        <set path="#x">outer</set>
        <rule match="$.services[*]">
          <set path="#x">inner</set>
          <rule match="$.units[0]"><set path="seen"><select path="#x"/></set></rule>
        </rule>
        <set path="after"><select path="#x"/></set>`,
    });
    expect(model.after).toBe('outer');
    expect(model).toMatchObject({ services: [{ units: [{ seen: 'inner' }, {}] }] });
  });

  it('does not reach from one rule to the next', async () => {
    const { model } = await runInTestWorld({
      workflows: `
        <rule match="$"><set path="#x">1</set></rule>
        <rule match="$"><set path="got"><select path="#x" default="unset"/></set></rule>`,
    });
    expect(model.got).toBe('unset');
  });
});
