import { describe, expect, it } from 'vitest';
import type { Json } from '@/lib/model/json';
import { runInTestWorld } from '../testing';

const facts = { id: 'e1', port: 80, ratio: 1.5, on: true, nothing: null, name: 'web', tags: ['a', 'b'], empty: '' };

async function bodyValue(body: string): Promise<Json | undefined> {
  const { model, error } = await runInTestWorld({ model: facts, workflows: `<set path="out">${body}</set>` });
  if (error) throw error;
  return model.out;
}

describe('The value of a body', () => {
  it.each<[string, Json]>([
    ['plain text', 'plain text'],
    ['  text alone keeps its spaces ', '  text alone keeps its spaces '],
    ['<select path="port"/>', 80],
    ['\n  <select path="port"/>\n', 80],
    ['<select path="tags"/>', ['a', 'b']],
    [' <true/> <false/> ', 'True False'],
    ['<list><true/></list> <select path="tags"/>', [true, 'a', 'b']],
    ['http://<select path="name"/>:<select path="port"/>/', 'http://web:80/'],
    [' on=<select path="on"/>, ratio=<select path="ratio"/> ', 'on=True, ratio=1.5'],
    ['Hello <select path="nobody"/>!', 'Hello None!'],
    ['<select path="name"/><select path="port"/>', 'web80'],
    ['<select path="empty"/><select path="port"/>', 80],
    ['one<!-- a comment -->two', 'onetwo'],
    ['<![CDATA[a < b]]>', 'a < b'],
    ['one <select path="name"/> \n two ', 'one web \n two'],
    ['', ''],
  ])('%s is %j', async (body, expected) => {
    expect(await bodyValue(body)).toEqual(expected);
  });

  it('keeps text behind a parameter', async () => {
    const { model } = await runInTestWorld({ workflows: '<set><parameter name="path">a</parameter> tail </set>' });
    expect(model.a).toBe('tail');
  });

  it('lets a parameter win over an attribute of the same name', async () => {
    const { model } = await runInTestWorld({ workflows: '<set path="a"><parameter name="path">b</parameter>x</set>' });
    expect([model.a, model.b]).toEqual([undefined, 'x']);
  });
});

describe('Structures and conversions', () => {
  it.each<[string, Json]>([
    ['<list><item>item1</item><item>item2</item><item><true/></item></list>', ['item1', 'item2', true]],
    ['<list><text> a </text><true/><null/><select path="port"/></list>', [' a ', true, null, 80]],
    ['<list/>', []],
    ['<map><item name="key1">value1</item><set name="key2"><null/></set></map>', { key1: 'value1', key2: null }],
    ['<map/>', {}],
    ['<list><item><map><item name="n">1</item></map></item></list>', [{ n: '1' }]],
    ['<text><select path="port"/></text>', '80'],
    ['<text><null/></text>', 'None'],
    ['<text><select path="tags"/></text>', "['a', 'b']"],
    ['<text>Port: <select path="port"/></text>', 'Port: 80'],
    ['<int> 42 </int>', 42],
    ['<int><select path="ratio"/></int>', 1],
  ])('%s is %j', async (body, expected) => {
    expect(await bodyValue(body)).toEqual(expected);
  });

  it('says which text is no number, without telling a secret', async () => {
    const sealed = `vetro:secret:v1:${'a'.repeat(22)}:payload.`;
    const seven = await runInTestWorld({ workflows: '<set path="a"><int>seven</int></set>' });
    expect(seven.error?.sentence).toBe('w1.xml, line 1: <int> cannot make a whole number of "seven".');
    const secret = await runInTestWorld({
      model: { id: 'e', p: sealed },
      workflows: '<set path="a"><int><select path="p"/></int></set>',
    });
    expect(secret.error?.sentence).not.toContain('payload');
  });

  it('evaluates a <function> each time it is read, with what was known when it was made', async () => {
    const { model } = await runInTestWorld({
      workflows: `
        <set path="count">1</set>
        <set path="#greeting">hello</set>
        <set path="#f"><function><select path="#greeting"/> <select path="/count"/></function></set>
        <set path="#greeting">bye</set>
        <set path="first"><select path="#f"/></set>
        <set path="count">2</set>
        <set path="second"><select path="#f"/></set>`,
    });
    expect([model.first, model.second]).toEqual(['hello 1', 'hello 2']);
  });

  it('keeps a <function> out of the model', async () => {
    const { error } = await runInTestWorld({ workflows: '<set path="a"><function>x</function></set>' });
    expect(error?.code).toBe('function_as_value');
  });
});
