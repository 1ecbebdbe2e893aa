import { describe, expect, it } from 'vitest';
import type { JsonObject } from '@/lib/model/json';
import {
  type ChangeableWorld,
  compileSimulation,
  readSimulation,
  restarted,
  type SimulatedMachine,
  withFacts,
} from '.';

/** Machines on one network, each of which hears all others. */
function network(...machines: SimulatedMachine[]) {
  const world = (self: SimulatedMachine): ChangeableWorld => ({
    machines: async () => machines.filter(({ id }) => id !== self.id),
    change: async (id, facts) => {
      const at = machines.findIndex((one) => one.id === id);
      const there = machines[at] as SimulatedMachine;
      machines[at] = { ...there, facts: withFacts(there.facts, await facts(there)) };
    },
    hash: async (password) => `hash of ${password}`,
    verifies: async (password, hash) => hash === `hash of ${password}`,
    newId: () => 'an id',
    sha1: (text) => `sha1 of ${text}`,
  });
  return { machines, world };
}

const machine = (hostname: string, facts: JsonObject = {}): SimulatedMachine => ({
  ...{ id: `id of ${hostname}`, hostname, address: '10.0.0.5', clockOffset: 0, facts: { pending: {}, ...facts } },
});

function simulationOf(...texts: string[]) {
  return compileSimulation(
    texts.map((text, at) => {
      const { simulation, problems } = readSimulation([['Simulation/a.yaml', `Format: Simulation/1.0\n${text}`]]);
      expect(problems).toEqual([]);
      return { name: `p${at}`, digest: String(at), requires: at === 0 ? [] : [`p${at - 1}`], simulation };
    }),
  );
}

/** Carries out the command `Do` of a package. */
async function run(text: string, given: JsonObject = {}, self = machine('one'), others: SimulatedMachine[] = []) {
  const { machines, world } = network(self, ...others);
  const simulation = simulationOf(text);
  const command = simulation.command('do', null);
  const known = { ...self, facts: simulation.known(self.facts) };
  const end = await command?.run(known, given, world(self));
  return { ...end, machines };
}

describe('a command', () => {
  it('binds its arguments as PowerShell does', async () => {
    const text = `
commands:
  Do:
    parameters: { Name: { required: true, aliases: [Label] }, Hosts: { kind: list }, Force: { kind: flag } }
    output: [<% $given.Name %>, <% $given.Hosts %>, <% $given.Force %>]`;
    const given = { label: 'a', HOSTS: 'x, y;z', force: 'True' };
    expect((await run(text, given)).outputs).toEqual(['a', ['x', 'y', 'z'], true]);
    expect((await run(text, { Name: 1 })).outputs).toEqual(['1', [], false]);
    await expect(run(text, { Name: 'a', Colour: 1 })).rejects.toThrow("matches parameter name 'Colour'");
    await expect(run(text, { Name: '' })).rejects.toThrow('missing mandatory parameters: Name.');
    await expect(run(text, { Name: {} })).rejects.toThrow("on parameter 'Name'");
  });

  it('changes facts by their paths, in order, as long as nothing stops it', async () => {
    const text = `
facts: { sql: { databases: [] }, count: 0 }
commands:
  Do:
    steps:
      - set: { sql.databases: "$machine.sql.databases + ['a']", count: $machine.count + 1 }
      - set: { count: $machine.count + 1 }
        when: $machine.count = 1
      - let: { twice: $machine.count * 2, more: [$twice, { x: "'text'", y: 7 }] }
      - set: { more: $more }
      - stop: $machine.count = 2
      - set: { count: 99 }`;
    const { facts, outputs } = await run(text);
    expect(facts).toMatchObject({ sql: { databases: ['a'] }, count: 2, more: [4, { x: 'text', y: 7 }] });
    expect(outputs).toEqual([]);
  });

  it('fails in its own words and with its own type', async () => {
    const text = `
commands:
  Do:
    parameters: { Name: {} }
    steps:
      - fail: There is no <% $given.Name %> on <% $machine.hostname %>.
        type: System.IO.FileNotFoundException
        when: $given.Name != 'a'
      - let: { x: "fail('Not even a.')" }`;
    await expect(run(text, { Name: 'b' })).rejects.toMatchObject({
      type: 'System.IO.FileNotFoundException',
      message: 'There is no b on one.',
    });
    await expect(run(text, { Name: 'a' })).rejects.toMatchObject({
      type: 'System.Management.Automation.RuntimeException',
      message: 'Not even a.',
    });
  });

  it('whose expression goes wrong fails, and says which', async () => {
    const text = "commands: { Do: { output: ['<% $machine.nowhere %>'] } }";
    await expect(run(text)).rejects.toMatchObject({
      type: 'Vetro.SimulationException',
      message: expect.stringContaining('"$machine.nowhere"'),
    });
  });

  it('sees other machines, and changes what they know as they are at that moment', async () => {
    const text = `
facts: { members: [] }
commands:
  Do:
    steps:
      - set: { members: "$there.members + [$machine.hostname]" }
        at: "[$machine] + machines('tcp', 80).where($.hostname != 'three')"
    output: ["<% machines().select($.hostname).join(' ') %>"]`;
    const others = [machine('two', { members: ['x'] }), machine('three')];
    const { machines, facts, outputs } = await run(text, {}, machine('one'), others);
    expect(facts?.members).toEqual(['one']);
    expect(machines.map((one) => one.facts.members)).toEqual([undefined, ['x', 'one'], undefined]);
    expect(outputs).toEqual(['two three']);
  });

  it('leaves to a restart what takes effect with one', async () => {
    const text = `
facts: { domain: null }
commands: { Do: { steps: [{ afterRestart: { domain: "'acme.local'" } }] } }`;
    const { facts = {} } = await run(text);
    expect(facts).toMatchObject({ domain: null, pending: { domain: 'acme.local' } });
    expect(restarted(facts)).toMatchObject({ domain: 'acme.local', pending: {}, boots: 1 });
  });

  it('keeps passwords as hashes, also in the middle of an expression', async () => {
    const text = `
functions: { opens(password): "['a', 'b'].select(verifies($password, hash($))).toList()" }
commands: { Do: { output: ["<% opens('b') %>"] } }`;
    expect((await run(text)).outputs).toEqual([[false, true]]);
  });
});

describe('packages together', () => {
  it('use the functions of those that they require, each as it was meant', async () => {
    const simulation = simulationOf(
      'functions: { name(): "\'below\'", greet(who): "concat($who, \' from \', name())" }',
      'functions: { name(): "\'above\'" }\ncommands: { Do: { output: ["<% greet(\'hello\') %> <% name() %>"] } }',
    );
    const self = machine('one');
    const end = await simulation.command('DO', null)?.run(self, {}, network(self).world(self));
    expect(end?.outputs).toEqual(['hello from below above']);
  });

  it('may require one package twice, by way of others', async () => {
    const parts = [
      { text: 'functions: { name(): "\'base\'" }', requires: [] },
      { text: 'functions: { left(): name() }', requires: ['p0'] },
      { text: 'commands: { Do: { output: [<% name() %>, <% left() %>] } }', requires: ['p0', 'p1'] },
    ];
    const simulation = compileSimulation(
      parts.map(({ text, requires }, at) => {
        const read = readSimulation([['Simulation/a.yaml', `Format: Simulation/1.0\n${text}`]]);
        return { name: `p${at}`, digest: String(at), requires, simulation: read.simulation };
      }),
    );
    const self = machine('one');
    const end = await simulation.command('Do', null)?.run(self, {}, network(self).world(self));
    expect(end?.outputs).toEqual(['base', 'base']);
  });

  it('show the pages of the package that needs the others first', async () => {
    const page = (title: string, port: number) =>
      `pages: [{ otherwise: runs nothing, when: $port = ${port}, title: ${title}, kicker: a, heading: b, text: <% $now %> }]`;
    const { pages } = simulationOf(page('below', 80), page('above', 81));
    const self = machine('one');
    const asked = { port: 80, now: new Date('2026-11-22T12:00:00Z') };
    const shown = await Promise.all(pages.map((one) => one.show(self, asked, network(self).world(self))));
    expect(shown).toEqual([null, expect.objectContaining({ title: 'below', text: '2026-11-22 12:00:00 UTC' })]);
  });
});

describe('a description', () => {
  const problemsIn = (text: string) =>
    readSimulation([['Simulation/a.yaml', text]], 'com.acme').problems.map(
      ({ file, line, path, code }) => `${file}:${line} ${path} ${code}`,
    );

  it('is refused with the file, the line and the field of everything that is wrong', () => {
    const wrong = `Format: Simulation/1.0
commands:
  Do:
    seconds: -1
    colour: red
  Undo:
    steps:
      - { set: { a: 1 }, unless: x }`;
    expect(problemsIn(wrong)).toEqual([
      'com.acme/Simulation/a.yaml:4 commands.Do.seconds invalid',
      'com.acme/Simulation/a.yaml:5 commands.Do.colour unknown_key',
      'com.acme/Simulation/a.yaml:8 commands.Undo.steps.0.unless unknown_key',
    ]);
  });

  it('is refused with an expression that cannot be read, wherever it stands', () => {
    const wrong = `Format: Simulation/1.0
functions: { f(a): $a + }
commands:
  Do:
    steps:
      - let: { x: [1, "$a ("] }
      - fail: Not <% 1 + %>.
    output: [<% ) %>]
pages:
  - { otherwise: a, title: <% ( %>, kicker: a, heading: a, text: a }`;
    expect(problemsIn(wrong).map((line) => line.replace('com.acme/Simulation/a.yaml', ''))).toEqual([
      ':2 functions.f(a) bad_expression',
      ':6 commands.Do.steps.0.let.x.1 bad_expression',
      ':7 commands.Do.steps.1.fail bad_expression',
      ':8 commands.Do.output.0 bad_expression',
      ':10 pages.0.title bad_expression',
    ]);
  });

  it('has each name once, over all of its files', () => {
    const text = 'Format: Simulation/1.0\ncommands: { Do: {} }';
    const { simulation, problems } = readSimulation([
      ['Simulation/b.yaml', text],
      ['Simulation/a.yaml', text],
      ['README.md', 'something else'],
    ]);
    expect(simulation).toBeNull();
    expect(problems).toMatchObject([{ file: 'Simulation/b.yaml', path: 'commands.Do', code: 'name_taken' }]);
    expect(readSimulation([['README.md', 'nothing']])).toEqual({ simulation: null, problems: [] });
  });
});

describe('a promise', () => {
  const text = `
facts: { site: null, leads: false }
promises:
  serves:
    let: { site: $machine.site }
    when: $site != null
    of: $site.name
    holds: $site.up
    lead: switch($machine.leads => $machine.hostname, true => null)
    kept: <% $of %> is served.
    broken: <% $of %> is not served by <% $machine.hostname %>.
    moved: <% $of %> goes from <% $from %> to <% $to %>.
  refuses: { holds: "fail('Not today.')", broken: Refused. }
  wrong: { holds: $machine.nowhere, broken: Wrong. }`;
  const read = async (facts: JsonObject, name: string) => {
    const simulation = simulationOf(text);
    const self = machine('one', simulation.known(facts));
    const promise = simulation.promises.find((one) => one.name === name);
    return promise?.read(self, network(self).world(self));
  };

  it('is told in the words of its package, kept or broken, with who is in charge', async () => {
    const kept = await read({ site: { name: 'shop', up: true }, leads: true }, 'serves');
    expect(kept).toMatchObject({ of: 'shop', holds: true, lead: 'one', kept: 'shop is served.' });
    expect(await kept?.moved('two', 'one')).toBe('shop goes from two to one.');
    const broken = await read({ site: { name: 'shop', up: false } }, 'serves');
    expect(broken).toMatchObject({ of: 'shop', holds: false, lead: null, broken: 'shop is not served by one.' });
  });

  it('is none of a machine that it is not for, and none where its package says it wrongly', async () => {
    expect(await read({}, 'serves')).toBeNull();
    expect(await read({}, 'wrong')).toBeNull();
  });

  it('is broken where something fails on the way to it', async () => {
    expect(await read({}, 'refuses')).toMatchObject({ of: null, holds: false, kept: null, broken: 'Refused.' });
  });

  it('whose expression cannot be read is refused by its place', () => {
    const file = 'Format: Simulation/1.0\npromises: { a: { holds: "$machine.(", broken: b } }';
    const { simulation, problems } = readSimulation([['Simulation/a.yaml', file]]);
    expect(simulation).toBeNull();
    expect(problems).toMatchObject([{ path: 'promises.a.holds', code: 'bad_expression' }]);
  });
});
