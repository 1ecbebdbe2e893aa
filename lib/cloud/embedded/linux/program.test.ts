import { describe, expect, it } from 'vitest';
import { callsOf, returnedBy } from '@/lib/formats/execution-plan/body';
import type { Program } from '@/lib/formats/execution-plan/plan';
import { play } from './program';

function program(body: string, script = '#!/bin/sh\n'): Program {
  return {
    FormatVersion: '2.0.0',
    Version: '1.0.0',
    Name: 'Install',
    Body: body,
    Parameters: { site: 'shop', port: 80 },
    Scripts: {
      install: { Type: 'Application', Version: '1.0.0', EntryPoint: 'install.sh', Files: [], Options: {} },
      recipe: { Type: 'Chef', Version: '1.0.0', EntryPoint: 'cookbook', Files: [], Options: {} },
    },
    Files: {
      'install.sh': { Name: 'install.sh', BodyType: 'Base64', Body: Buffer.from(script).toString('base64') },
    },
  };
}

const run = (given: Program) =>
  returnedBy(
    given,
    callsOf(given).map((call) => ({ ...play(given, call, 'web1').end })),
  );

describe('a simulated machine with Linux', () => {
  it('carries out the scripts that a body calls, in order, with what the body gives them', () => {
    const calls = callsOf(program("|\n install(args.site, args.port)\n other('x')\n return recipe('base').stdout"));
    expect(calls).toEqual([
      { Name: 'install', Arguments: { args: ['shop', 80] } },
      { Name: 'recipe', Arguments: { args: ['base'] } },
    ]);
  });

  it('understands how packages put a command line together', () => {
    const given = (text: string) => callsOf(program(`return install(${text}).stdout`))[0]?.Arguments.args;
    expect(given("'{0} {1}'.format(args.site, args.port)")).toEqual(['shop 80']);
    expect(given("'{} and {}, not {0}'.format(args.site, args.none)")).toEqual(['shop and None, not shop']);
    expect(given('"run " + args.site + \' -p\', True, shell=True')).toEqual(['run shop -p', true]);
    expect(given("'a, (b'")).toEqual(['a, (b']);
    expect(callsOf(program("x = install('a')\nrecipe(x)\nobj.install('b')")).map(({ Name }) => Name)).toEqual([
      'install',
      'recipe',
    ]);
  });

  it.each([
    [
      'the output of a script',
      'return install(args.site).stdout',
      'echo "site $1 on $(hostname)"',
      'site shop on web1\n',
    ],
    ['what it puts in variables', 'return install(args.site).stdout', "name='x y'\necho $name-$1", 'x y-shop\n'],
    ['nothing for commands it cannot know', 'return install().stdout', 'apt-get install -y nginx\necho a > /b', ''],
    ['an exit code', 'return install().exitCode', '', 0],
    ['whether it went well', 'return install().exitCode == 0', '', true],
    ['whether it failed', 'return install().exitCode != 0', '', false],
    ['a parameter', 'install()\nreturn args.port', '', 80],
    ['nothing where the body returns nothing', 'install()', 'echo a', null],
  ])('returns %s', (_what, body, script, expected) => {
    expect(run(program(body, script))).toEqual(expected);
  });

  it.each([
    [
      'a script of words alone',
      'return install(args.site).stdout',
      '#!/bin/sh\nset -e\n# words\nname=$1\necho "$name"\n',
      true,
    ],
    ['a command that it does not know', 'install()', 'apt-get install -y nginx', false],
    ['what goes into a file', 'install()', 'echo a > /etc/b', false],
    ['the output of another command', 'install()', 'now=$(date)', false],
    ['the output of another command in words', 'install()', 'echo "at `date`"', false],
    ['a recipe', 'recipe()', '', false],
    ['Python that decides', 'if args.port > 80:\n  install()', '', false],
  ])('tells whether it executed the whole of %s', (_what, body, script, executed) => {
    const given = program(body, script);
    expect(callsOf(given).map((call) => play(given, call, 'web1').executed)).toEqual([executed]);
  });

  it('has not executed a file that only the internet has', () => {
    const given = program('install()');
    const files = { 'install.sh': { Name: 'install.sh', Type: 'Downloadable', URL: 'http://example.com/x' } as const };
    const [call] = callsOf(given);
    expect(call && play({ ...given, Files: files }, call, 'web1').executed).toBe(false);
  });

  it('returns the whole end of a script', () => {
    expect(run(program('return install()', 'echo a'))).toEqual({ exitCode: 0, stdout: 'a\n', stderr: '' });
  });
});
