import { expect, it } from 'vitest';
import { COMMANDS } from './commands';

it.each(['io.murano', 'io.murano.applications'])('the library %s passes its own check', async (name) => {
  const said: string[] = [];
  const folder = `lib/conductor/muranopl/library/${name}`;
  const code = await COMMANDS.get('check')?.run([folder], (line) => void said.push(line));
  expect(said).toEqual([`${folder}: no errors, no warnings.`]);
  expect(code).toBe(0);
});
