import { describe, expect, it } from 'vitest';
import { ProcessorTime } from '@/lib/conductor/language/processor-time';
import { isVetroError, type VetroError } from '@/lib/errors';
import type { EnvironmentModel } from '@/lib/model/environment';
import { engineOf } from './engine';
import { RecordedWorld } from './recorded-world';
import { runObjects } from './run-objects';
import { shippedLibrary } from './testing/shipped-library';

const library = shippedLibrary();
const id = (digit: string) => digit.repeat(32);
const MANIFEST =
  'Format: 1.4\nType: Application\nFullName: bomb\nName: Bomb\nClasses: {bomb.T: T.yaml, bomb.Item: Item.yaml}\n';
const ITEM = 'Namespaces: {=: bomb}\nName: Item\nProperties: {x: {Contract: $}, next: {Contract: [$]}}\n';

/** The class of an application whose `deploy` is this body; `more` are further members and methods. */
function application(body: string, more = ''): string {
  return `Namespaces: {=: bomb, std: io.murano, sys: io.murano.system}
Name: T
Extends: std:Application
Properties: {p: {Contract: $, Usage: InOut, Default: 0}}
Methods:
  deploy:
    Body:
${body.replace(/^/gm, '      ')}
${more.replace(/^/gm, '  ')}
`;
}

interface Outcome {
  error: VetroError | undefined;
  cancelled: boolean;
  saved: EnvironmentModel[];
}

/** Deploys it in an environment; after so many milliseconds someone asks for the end. */
async function deploy(classFile: string, { total = 1_000, stopAfter = Number.POSITIVE_INFINITY } = {}) {
  const files = { 'manifest.yaml': MANIFEST, 'Classes/T.yaml': classFile, 'Classes/Item.yaml': ITEM };
  const engine = engineOf([...library, { name: 'bomb', version: '1.0.0', files, binary: [] }]);
  const world = new RecordedWorld();
  const began = performance.now();
  const watch = { now: () => performance.now(), isStopped: () => performance.now() - began > stopAfter };
  const outcome: Outcome = { error: undefined, cancelled: false, saved: world.saved };
  try {
    const end = await runObjects({
      operation: { kind: 'deploy' },
      engine,
      model: {
        id: id('e'),
        name: 'env',
        services: [{ '?': { id: id('1'), type: 'bomb.T' }, id: id('1'), type: 'bomb.T', name: 'x', units: [] }],
      } as EnvironmentModel,
      effects: world.effects,
      time: new ProcessorTime(watch, total),
      planTimeoutMs: 1000,
      startedAt: '2026-03-01T12:00:00.000Z',
      seed: 'hostile',
      identity: { project: { id: id('f'), name: 'contoso' }, user: { id: id('d'), name: 'member' } },
    });
    outcome.cancelled = end.cancelled;
  } catch (error) {
    if (!isVetroError(error)) throw error;
    outcome.error = error;
  }
  return outcome;
}

const NESTED = (name: string) => `- $${name}: [1]\n- Repeat: 14\n  Do: {$${name}: [$${name}, $${name}]}\n`;

/** Programs that would go on for ever, or nearly so: what stops them. */
const ENDLESS: [string, string, string?][] = [
  ['branches that begin branches', '- Parallel: [$.deploy(), $.deploy(), $.deploy()]'],
  ['a loop', '- While: true = true\n  Do: {$x: 1}'],
  ['a loop without anything in it', '- While: true = true\n  Do: []'],
  ['a loop that repeats very often', '- Repeat: 1000000000\n  Do: []'],
  ['objects that are thrown away', '- While: true = true\n  Do: {$x: new(Item)}'],
  ['objects that are kept', '- $l: []\n- While: true = true\n  Do: [{$o: !yaql "new(Item, next => $l)"}, {$l: [$o]}]'],
  ['objects that own one another', '- $o: $this\n- While: true = true\n  Do: {$o: !yaql "new(Item, $o)"}'],
  [
    'calls of one another that catch their end',
    '- Try: [$.other()]\n  Catch: {Do: [$.other()]}',
    'other:\n  Body:\n    - Try: [$.deploy()]\n      Catch: {Do: [$.deploy()]}',
  ],
  ['exceptions in handlers', '- While: true = true\n  Do:\n    - Try: [{Throw: x, Message: y}]\n      Catch: {Do: []}'],
  ['a dict that grows', '- $d: {}\n- $i: 0\n- While: true = true\n  Do:\n    - $d[$i]: $i\n    - $i: $i + 1'],
  ['texts that are long', '- While: true = true\n  Do: {$x: !yaql "(\'abc\' * 170000).toUpper()"}'],
  [
    'texts in properties',
    '- $l: []\n- While: true = true\n  Do:\n    - $o: !yaql "new(Item, x => (\'x\' * 500000).toUpper(), next => $l)"\n    - $l: [$o]',
  ],
  ['nested data looked at again and again', `${NESTED('x')}- While: true = true\n  Do: {$.p: $x}`],
  ['objects that are collected', '- While: true = true\n  Do:\n    - $o: new(Item)\n    - sys:GC.collect()'],
  ['branches for the items of a list', '- range(2000).pselect($this.deploy())'],
  [
    'patterns that are tried again',
    "- While: true = true\n  Do:\n    - Try: [{$x: !yaql \"('a' * 5000 + '!') =~ '^(a+)+$'\"}]\n      Catch: {Do: []}",
  ],
];

/** Single expressions that would take for ever. */
const GREEDY: [string, string][] = [
  ['nested quantifiers', "- $x: !yaql \"('a' * 5000 + '!') =~ '^(a+)+$'\""],
  ['alternatives that overlap', "- $x: !yaql \"('a' * 5000 + '!') =~ '^(a|aa)+$'\""],
  ['many wildcards', "- $x: !yaql \"('a' * 500000) =~ '(.*)(.*)(.*)(.*)b'\""],
  ['references back', "- $x: !yaql \"('a' * 3000) =~ '(a*)*\\\\\\\\1b'\""],
  ['looks ahead', "- $x: !yaql \"('a' * 3000) =~ '(?=(a+)+b)'\""],
  ['texts made by the thousand', '- $x: !yaql "range(2000).select(\'x\' * 500000).select($.toUpper()).toList()"'],
  [
    'texts read by the thousand',
    '- $x: !yaql "\'ab\' * 250000"\n- $y: !yaql "range(2000).select($x.replace(a, b)).toList()"',
  ],
  ['nested data compared', `${NESTED('x')}${NESTED('y')}- $z: !yaql "range(2000).select($x = $y).toList()"`],
  ['nested data as a key', `${NESTED('x')}- $z: !yaql "range(2000).select({$x => 1}).toList()"`],
  ['nested data written out', `${NESTED('x')}- $z: !yaql "range(2000).select(str($x)).toList()"`],
  ['data that doubles', '- $x: !yaql "str(range(60).aggregate(list($1, $1), 1)).len()"'],
  ['a selector of a sort that is slow', '- $x: !yaql "range(2000).orderBy(range(1000).sum())"'],
  ['large numbers', '- $x: !yaql "pow(3, 1000000)"\n- $y: !yaql "range(2000).select($x * $x).toList()"'],
  ['a sequence without end', '- For: i\n  In: list(1).cycle()\n  Do: {$x: 1}'],
];

describe('A program that goes too far', () => {
  it.each(ENDLESS)('is stopped with its place: %s', async (_what, body, more) => {
    const { error } = await deploy(application(body, more));
    expect(error).toMatchObject({ kind: 'language', code: 'program_failed' });
    expect(error?.sentence).toMatch(
      /^(bomb|io\.murano)\/Classes\/[\w/]+\.yaml, line \d+: The program was stopped because /,
    );
    expect(error?.span?.line).toBeGreaterThan(0);
  });

  it.each(GREEDY)('is stopped when one expression does too much in one piece: %s', async (_what, body) => {
    const { error } = await deploy(application(body), { total: 60_000 });
    expect(error).toMatchObject({ kind: 'language', code: 'program_failed', span: { file: 'bomb/Classes/T.yaml' } });
  });

  it('names class and method, and says what to change', async () => {
    const { error } = await deploy(
      application('- $.wait()', 'wait:\n  Body:\n    - While: true = true\n      Do: {$x: 1}'),
    );
    expect(error?.sentence).toMatch(
      /^bomb\/Classes\/T\.yaml, line 1\d: The program was stopped because it computed for more than 1 seconds\. Look here for a loop, .*\. It was in method wait of class bomb\.T\.$/,
    );
  });

  it('is stopped when branches that wait become too many', async () => {
    const { error } = await deploy(
      application('- $.w()', 'w:\n  Body:\n    - sleep(1)\n    - Parallel: [$.w(), $.w(), $.w(), $.w()]'),
      { total: 60_000 },
    );
    expect(error?.sentence).toMatch(/more than 5000 branches of Parallel or pselect .* Give them a Limit/);
  });

  it('leaves what it has reached', async () => {
    const { saved } = await deploy(application('- $.p: 7\n- While: true = true\n  Do: {$x: 1}'));
    expect(saved.at(-1)).toMatchObject({ services: [{ p: 7 }] });
  });

  it('is left where it stands when someone asks for its end, with what it has reached', async () => {
    const end = await deploy(application('- $.p: 8\n- While: true = true\n  Do: {$x: 1}'), {
      total: 600_000,
      stopAfter: 50,
    });
    expect(end).toMatchObject({ error: undefined, cancelled: true });
  });
});
