import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runCommandLine } from './command-line';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'muranopl-answer-'));
  await mkdir(path.join(folder, 'shop/Classes'), { recursive: true });
  const manifest =
    'Format: 1.4\nType: Library\nFullName: com.acme.Shop\nVersion: 1.2.0\nClasses: {com.acme.Shop: Shop.yaml, com.acme.ShopTest: ShopTest.yaml}\n';
  await writeFile(path.join(folder, 'shop/manifest.yaml'), manifest);
  const text = `Name: com.acme.Shop
Properties:
  size: {Contract: $.int().notNull()}
Methods:
  open: {Body: [{Return: $.size}]}
  hours: {Usage: Static, Body: [{Return: '9 to 5'}]}
`;
  await writeFile(path.join(folder, 'shop/Classes/Shop.yaml'), text);
  const test = `Name: com.acme.ShopTest
Extends: io.murano.test.TestFixture
Methods:
  testSize: {Body: [{$shop: !yaql "$.load({'?' => {type => 'com.acme.Shop', id => shop}, size => 3})"}]}
`;
  await writeFile(path.join(folder, 'shop/Classes/ShopTest.yaml'), test);
  await writeFile(path.join(folder, 'model.json'), '{"?": ');
  await writeFile(path.join(folder, 'shop.json'), '{"?": {"type": "com.acme.Shop"}, "size": 7}');
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function ask(...args: string[]): Promise<[number, string]> {
  const said: string[] = [];
  const code = await runCommandLine(args, (line) => void said.push(line));
  return [code, said.join('\n').replaceAll(folder, '…')];
}
const shop = () => path.join(folder, 'shop');

describe('the command line', () => {
  it('explains itself, all and each', async () => {
    const [code, all] = await ask('--help');
    expect([code, all.split('\n')[0], all.match(/npm run package -- \w+/g)]).toEqual([
      0,
      'Usage:',
      ['check', 'import', 'new', 'run', 'test', 'try'].map((name) => `npm run package -- ${name}`),
    ]);
    expect(await ask()).toEqual([2, all]);
    expect(await ask('chek')).toEqual([2, `There is no command chek.\n${all}`]);
    expect(await ask('run', '-h')).toEqual([0, expect.stringContaining('--answers    what machines answer')]);
  });

  it('ends with 2 for a command that is wrong, and says how it is called', async () => {
    expect(await ask('check')).toEqual([
      2,
      expect.stringMatching(/^The command does not say which package to check.\nUsage: npm run package -- check DIR/),
    ]);
    expect(await ask('check', shop(), '--wiht', 'x')).toEqual([
      2,
      expect.stringMatching(/^Unknown option '--wiht'\.?\nUsage/),
    ]);
  });

  it('ends with 1 for what is not there', async () => {
    expect(await ask('check', path.join(folder, 'none'))).toEqual([1, 'There is no file or folder …/none.']);
    expect(await ask('check', folder)).toEqual([1, '… is no package: it has no manifest.yaml. There is one in shop.']);
    expect(await ask('run', shop(), 'com.acme.Shopp', 'open')).toEqual([
      1,
      'There is no class com.acme.Shopp. Did you mean com.acme.Shop?',
    ]);
    expect(await ask('run', shop(), 'com.acme.Shop', 'opne')).toEqual([
      1,
      'The class com.acme.Shop has no method opne. Did you mean open?',
    ]);
    expect(await ask('run', shop(), 'com.acme.Shop', 'open', '--model', folder)).toEqual([
      1,
      '… is a folder, and not a file.',
    ]);
    expect(await ask('run', shop(), 'com.acme.Shop', 'open', '--model', path.join(folder, 'model.json'))).toEqual([
      1,
      expect.stringMatching(/^…\/model.json cannot be read: /),
    ]);
  });

  it('tells that an object without a model has no properties', async () => {
    expect(await ask('run', shop(), 'com.acme.Shop', 'open')).toEqual([
      1,
      expect.stringMatching(/^ {2}note {4}without --model the object has no properties\n.*size.*notNull/),
    ]);
  });

  it('takes the version at hand for a class of a model that names none, and for a static method', async () => {
    const model = path.join(folder, 'shop.json');
    expect(await ask('run', shop(), 'com.acme.Shop', 'open', '--model', model)).toEqual([0, '  result  7']);
    expect(await ask('run', shop(), 'com.acme.Shop', 'hours')).toEqual([0, '  result  "9 to 5"']);
  });

  it('tells of the version that a program must name', async () => {
    const [code, text] = await ask('test', shop());
    expect(code).toBe(1);
    expect(text).toContain(
      'Package for class "com.acme.Shop" is not found: a class without a version is one of version 0, and com.acme.Shop ' +
        'has 1.2.0; write "com.acme.Shop/1.2.0"',
    );
  });

  it('checks what a package says about simulated machines, whatever its format', async () => {
    const simulated = path.join(folder, 'simulated');
    await cp(shop(), simulated, { recursive: true });
    await mkdir(path.join(simulated, 'Simulation'));
    const file = path.join(simulated, 'Simulation/shop.yaml');
    await writeFile(file, 'Format: Simulation/1.0\ncommands: { Open-Shop: { seconds: 4 } }\n');
    const [code, text] = await ask('check', simulated);
    expect([code, text.split('\n').at(-1)]).toEqual([0, expect.stringMatching(/^…\/simulated: no errors/)]);
    await writeFile(file, 'Format: Simulation/1.0\ncommands: { Open-Shop: { second: 4 } }\n');
    const [failed, problems] = await ask('check', simulated);
    expect(failed).toBe(1);
    expect(problems).toContain(
      'Simulation/shop.yaml:2:34 commands.Open-Shop.second: There is nothing called "second" here.',
    );
    expect(await ask('check', 'catalog/io.vetro.windows.Web')).toEqual([
      0,
      'catalog/io.vetro.windows.Web: no errors, no warnings.',
    ]);
  });
});
