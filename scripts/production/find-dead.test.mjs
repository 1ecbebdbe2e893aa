import { describe, expect, it } from 'vitest';
import { findDead } from './find-dead.mjs';
import { readModule } from './read-module.mjs';

const modulesOf = (files) => new Map(Object.entries(files).map(([file, text]) => [file, readModule(file, text)]));
/** What is dead in a program that begins in `main.ts`, as `file name`. */
const dead = (files) =>
  findDead(modulesOf(files), ['main.ts']).map(({ file, name, kind }) => (kind === 'file' ? file : `${file} ${name}`));

const ENGINE = 'export function resume() { return step(); }\nfunction step() { return 1; }\n';

describe('what is dead', () => {
  it('is what no entry reaches, a copy of something that lives included', () => {
    const program = { 'main.ts': "import { resume } from './engine';\nresume();", 'engine.ts': ENGINE };
    expect(dead(program)).toEqual([]);
    expect(dead({ ...program, 'copy.ts': ENGINE })).toEqual(['copy.ts']);
    const grown = `${ENGINE}export function resumeAsRecorded() { return step(); }\n`;
    expect(dead({ ...program, 'engine.ts': grown })).toEqual(['engine.ts resumeAsRecorded']);
  });

  it('is named with all that it alone needs, also where the parts need each other or themselves', () => {
    const files = {
      'main.ts': "import { lives } from './all'; lives();",
      'all.ts':
        'export const lives = () => 1; export function a(n) { return b(n); } function b(n) { return a(n); } type T = T[];',
    };
    expect(dead(files)).toEqual(['all.ts a', 'all.ts b', 'all.ts T']);
  });

  it('is nothing that an index or a star hands on, a program loads as it runs, or a type names', () => {
    expect(
      dead({
        'main.ts':
          "import { one, type Two } from './room'; const two: Two = one; export const load = () => import('./late');",
        'room/index.ts': "export { one } from './one'; export * from './two';",
        'room/one.ts': 'export const one = 1;',
        'room/two.ts': 'export type Two = Three; interface Three {}',
        'late.ts': 'export const late = () => 2;',
      }),
    ).toEqual([]);
  });

  it('is an index of which nobody takes anything, though what it hands on lives', () => {
    expect(
      dead({
        'main.ts': "import { one } from './one'; one();",
        'one.ts': 'export const one = () => 1;',
        'index.ts': "export { one } from './one';",
      }),
    ).toEqual(['index.ts']);
  });

  it('is a member of a class whose name nothing calls', () => {
    const engine = 'export class Engine { start() { return this.step(); } step() {} recover() {} toString() {} }';
    const main = "import { Engine } from './engine'; new Engine().start();";
    expect(dead({ 'main.ts': main, 'engine.ts': engine })).toEqual(['engine.ts Engine.recover']);
    const called = { 'main.ts': `${main} const { recover } = new Engine();`, 'engine.ts': engine };
    expect(dead(called)).toEqual([]);
  });

  it('goes by declarations: a local name or a property is no use of what is called the same', () => {
    const main = "import { used } from './one'; used({ other: 1 }).other; for (const other of []) other();";
    const one = 'export function used(other) { return other; } export const other = 1;';
    expect(dead({ 'main.ts': main, 'one.ts': one })).toEqual(['one.ts other']);
  });

  it('is not what runs when a module that lives loads it', () => {
    expect(
      dead({
        'main.ts': "import './styles'; const size = measure(); function measure() { return 1; }",
        'styles.ts': 'register(style()); function style() {}',
      }),
    ).toEqual([]);
  });
});
