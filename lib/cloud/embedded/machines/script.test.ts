import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { shippedPackages } from '@/lib/cloud/embedded/testing';
import { buildPlan, scriptTexts } from '@/lib/formats/execution-plan/build';
import type { JsonObject } from '@/lib/model/json';
import { bindArguments } from '@/lib/simulation/arguments';
import { checkBinding, findFunction } from './script';

const text = `
# function Commented-Out { }
<# a block #>
function Get-Thing {
    # what it does (with parentheses
    [CmdletBinding()]
    param(
        # the name; "quoted" and 'more', with $dollar
        [Parameter(Mandatory = $true, Position = 0)] [ValidateSet('a', 'b')] [string] $Name,
        [int] $Count = (1 + 2),
        [hashtable] $More = @{ x = 1; y = '),(' },
        [switch] $Force
    )
    param-like text
}
function Get-Thing2 { "nothing declared" }
function Get-None() { param() }
`;

describe('reading functions out of PowerShell', () => {
  test('a function is found by its whole name, whatever the case', () => {
    expect(findFunction([text], 'get-thing2')).toEqual({ parameters: null });
    expect(findFunction([text], 'Get-Thin')).toBeNull();
    expect(findFunction([text], 'Commented-Out')).toBeNull();
  });

  test('its parameters are those it declares, with strings, comments and defaults in between', () => {
    expect(findFunction([text], 'Get-Thing')?.parameters).toEqual([
      { name: 'Name', mandatory: true },
      { name: 'Count', mandatory: false },
      { name: 'More', mandatory: false },
      { name: 'Force', mandatory: false },
    ]);
  });

  test('arguments are bound as PowerShell binds them', () => {
    const thing = findFunction([text], 'Get-Thing') ?? { parameters: null };
    expect(() => checkBinding(thing, { name: 'x', FORCE: true })).not.toThrow();
    expect(() => checkBinding(thing, { Name: 'x', Colour: 1 })).toThrow("matches parameter name 'Colour'");
    expect(() => checkBinding(thing, { Force: true })).toThrow('missing mandatory parameters: Name.');
  });

  test('the last declaration counts', () => {
    const twice = ['function A { param($One) }', 'function A { param($Two) }'];
    expect(findFunction(twice, 'A')?.parameters).toEqual([{ name: 'Two', mandatory: false }]);
  });
});

describe('the plans of the packages that ship', () => {
  const root = path.resolve('catalog');
  const files = fs.readdirSync(root, { recursive: true, encoding: 'utf8' });
  const read = (file: string) => fs.readFileSync(path.join(root, file), 'utf8');
  const scripts = Object.fromEntries(
    files.filter((file) => file.endsWith('.ps1')).map((file) => [path.basename(file), read(file)]),
  );
  const plans = files.filter((file) => /[/\\]plans[/\\].*\.json$/.test(file));

  test('there are some', () => {
    expect(plans.length).toBeGreaterThan(0);
  });

  test.each(plans)('%s calls functions that its scripts define and its packages describe', async (file) => {
    const described = new Map(
      (await shippedPackages()).flatMap(({ simulation }) => Object.entries(simulation?.commands ?? {})),
    );
    const plan = buildPlan(JSON.parse(read(file)) as JsonObject, (name) => scripts[name]);
    for (const { Name: name, Arguments: given } of plan.Commands) {
      const declared = findFunction(scriptTexts(plan), name);
      const command = described.get(name);
      expect(declared, name).not.toBeNull();
      if (!declared || !command) throw new Error(`no package describes ${name}`);
      checkBinding(declared, given);
      bindArguments(command.parameters, given);
    }
  });
});
