import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { COMMANDS } from './commands';
import { describeError } from './describe-error';

/** What an author reads when something goes wrong while a program runs. */

let directory: string;
beforeAll(async () => {
  directory = await mkdtemp(path.join(os.tmpdir(), 'muranopl-messages-'));
  await mkdir(path.join(directory, 'Classes'));
});
afterAll(() => rm(directory, { recursive: true, force: true }));

/** Writes a package of one class with these methods, and runs `go` of an object. */
async function run(methods: string): Promise<string> {
  const manifest = 'Format: 1.4\nType: Library\nFullName: com.acme.Shop\nClasses: {com.acme.Shop: Shop.yaml}\n';
  await writeFile(path.join(directory, 'manifest.yaml'), manifest);
  const text = `Namespaces: {=: com.acme, std: io.murano}
Name: Shop
Properties:
  open: {Contract: $.bool().notNull(), Default: true}
Methods:
${methods.replace(/^/gm, '  ')}
`;
  await writeFile(path.join(directory, 'Classes/Shop.yaml'), text);
  const said: string[] = [];
  try {
    await COMMANDS.get('run')?.run([directory, 'com.acme.Shop', 'go'], (line) => void said.push(line));
  } catch (error) {
    said.push(describeError(error));
  }
  return said.join('\n');
}

describe('the message', () => {
  it('of an argument that a contract refuses', async () => {
    const text = await run(`go:
  Body:
    - $.serve(many)
serve:
  Arguments:
    - guests:
        Contract: $.int().notNull()
  Body: []`);
    expect(text).toMatchInlineSnapshot(`
      "murano.dsl.exceptions.ContractViolationException: [com.acme.Shop::serve(guests)] Value 'many' violates int() contract
      Traceback (most recent call last):
        File "com.acme.Shop/Classes/Shop.yaml", line 8:9 in method go of type com.acme.Shop
            $.serve(many)"
    `);
  });

  it('of a class that nobody has', async () => {
    const text = await run(`go:
  Body:
    - $till: new(std:Till, open => $.open)`);
    expect(text).toMatchInlineSnapshot(`
      "murano.dsl.exceptions.NoClassFound: Class "io.murano.Till" is not found in com.acme.Shop/0.0.0, io.murano/0.0.0
      Traceback (most recent call last):
        File "com.acme.Shop/Classes/Shop.yaml", line 8:9 in method go of type com.acme.Shop
            $till: new(std:Till, open => $.open)"
    `);
  });

  it('of an expression that cannot be read', async () => {
    const text = await run(`go:
  Body:
    - $.serve(list(1, 2)`);
    expect(text).toMatchInlineSnapshot(`
      "com.acme.Shop/Classes/Shop.yaml:8:9: An instruction is an expression, an assignment or a construct, and this is a text. The expression ends where a value or a bracket is missing.
          $.serve(list(1, 2)"
    `);
  });

  it('of an exception three calls deep', async () => {
    const text = await run(`go:
  Body:
    - Return: $.prepare(2)
prepare:
  Arguments: [{guests: {Contract: $.int()}}]
  Body:
    - For: guest
      In: range($guests)
      Do:
        - $.serve($guest)
serve:
  Arguments: [{guest: {Contract: $.int()}}]
  Body:
    - If: $guest = 1
      Then:
        - Throw: SoldOut
          Message: format('Nothing is left for guest {0}.', $guest)`);
    expect(text).toMatchInlineSnapshot(`
      "com.acme.SoldOut: Nothing is left for guest 1.
      Traceback (most recent call last):
        File "com.acme.Shop/Classes/Shop.yaml", line 8:9 in method go of type com.acme.Shop
            Return: $.prepare(2)
        File "com.acme.Shop/Classes/Shop.yaml", line 15:13 in method prepare of type com.acme.Shop
            $.serve($guest)
        File "com.acme.Shop/Classes/Shop.yaml", line 21:13 in method serve of type com.acme.Shop
            Throw: SoldOut"
    `);
  });

  it('of a function that does not fit its arguments', async () => {
    const text = await run(`go:
  Body:
    - $name: shop
    - $x: $name + 1`);
    expect(text).toMatchInlineSnapshot(`
      "yaql.language.exceptions.NoMatchingFunctionException: The operator '+' cannot be used with these arguments (string, int).
      Traceback (most recent call last):
        File "com.acme.Shop/Classes/Shop.yaml", line 9:9 in method go of type com.acme.Shop
            $x: $name + 1"
    `);
  });
});
