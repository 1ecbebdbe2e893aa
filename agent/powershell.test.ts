import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '@/lib/model/json';
import { ensurePowerShell } from '../scripts/powershell.mjs';
import { runCommand } from './powershell';

const powerShell = await ensurePowerShell();

let folder: string;
let lines: { stream: string; text: string }[];

beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'vetro-powershell-'));
  lines = [];
});
afterEach(() => {
  fs.rmSync(folder, { recursive: true, force: true });
});

/** Runs a function of scripts, as an agent does. */
function run(scripts: string | string[], name: string, given: JsonObject = {}) {
  const plan = {
    Scripts: [scripts].flat().map((text) => Buffer.from(text, 'utf8').toString('base64')),
    Commands: [{ Name: name, Arguments: given }],
    RebootOnCompletion: 0 as const,
  };
  return runCommand(
    powerShell ?? '',
    plan,
    { Name: name, Arguments: given },
    {
      folder,
      environment: {},
      onStart: () => undefined,
      onLine: (stream, text) => void lines.push({ stream, text }),
    },
  );
}

const printed = (stream: string) => lines.filter((line) => line.stream === stream).map(({ text }) => text);
const returned = (...values: Json[]) => ({ IsException: false, Result: values });

describe.runIf(powerShell !== null)('a command in PowerShell', () => {
  it('that warns and meets errors which end nothing tells each as a line of plain words', async () => {
    const script = `function Set-Thing {
      Write-Warning 'Only one controller is there.'
      Get-Item -LiteralPath (Join-Path $PWD 'nowhere') # looks
      Write-Error 'Two lines:
the second.'
      'done'
    }`;
    expect(await run(script, 'Set-Thing')).toEqual(returned('done'));
    const [warning, missing = '', ...more] = printed('stderr');
    expect(warning).toBe('Warning: Only one controller is there.');
    expect(missing).toMatch(
      /^Error: Cannot find path '.*nowhere' because it does not exist\. \(line 3: Get-Item .*\)$/,
    );
    expect(more).toEqual(['Error: Two lines:', 'the second.']);
    expect(printed('stdout')).toEqual([]);
  });

  it('tells what is printed once, as it was printed, and in the order of its warnings', async () => {
    const script = `function Set-Thing {
      Write-Host 'first'
      Write-Warning 'second'
      Write-Host 'thi' -NoNewline
      Write-Host 'rd', 3 -ForegroundColor Red
      Write-Host "fourth\`nfifth"
      $VerbosePreference = 'Continue'
      Write-Verbose 'sixth'
      Write-Host 'seventh' -NoNewline
    }`;
    expect(await run(script, 'Set-Thing')).toEqual(returned());
    expect(lines.map(({ text }) => text)).toEqual([
      'first',
      'Warning: second',
      'third 3',
      'fourth',
      'fifth',
      'sixth',
      'seventh',
    ]);
  });

  it('keeps lines and the result apart from a line that has no end', async () => {
    const script = `function Set-Thing { [Console]::Write('half a line'); 'done' }`;
    expect(await run(script, 'Set-Thing')).toEqual(returned('done'));
    expect(printed('stdout')).toEqual(['half a line']);
  });

  it('prints as much as it likes without a word of XML, and without colours', async () => {
    const script = `function Set-Thing {
      foreach ($at in 1..500) { Write-Host "line $at" }
      Write-Error 'red'
      Get-Item Env:PATH | Out-Host
    }`;
    await run(script, 'Set-Thing');
    expect(lines.filter(({ text }) => /CLIXML|<Objs/.test(text))).toEqual([]);
    expect(printed('stdout').slice(0, 500)).toEqual(Array.from({ length: 500 }, (_, at) => `line ${at + 1}`));
    for (const { text } of lines) expect(text).toBe(stripVTControlCharacters(text));
  });

  it('whose script cannot be read fails with which script it is, the line and what is wrong', async () => {
    const scripts = ['function Get-One { 1 }', 'function Set-Thing {\n  if ($true) {\n'];
    expect(await run(scripts, 'Set-Thing')).toMatchObject({
      IsException: true,
      Result: [
        'System.Management.Automation.ParseException',
        expect.stringMatching(/^Script 2 of the plan cannot be read: line 2: Missing closing '\}'/),
        'Set-Thing',
        {},
      ],
    });
    expect(lines).toEqual([]);
  });

  it('runs scripts each with using, a class and parameters of its own at its beginning', async () => {
    const scripts = [
      'using namespace System.Text\nclass Box { [string] $Text }\nfunction Get-Box { [Box]@{ Text = [Encoding]::UTF8.WebName } }',
      '# comment\nusing namespace System.IO\nfunction Get-Root { [Path]::GetPathRoot($PWD.Path) }',
      '\uFEFFparam([string] $Greeting = "hello")\n$word = $Greeting\nSet-StrictMode -Version Latest\n$ErrorActionPreference = "Stop"',
      'function Get-All { "$word $((Get-Box).Text) $(Get-Root)" }',
    ];
    expect(await run(scripts, 'Get-All')).toEqual(returned(`hello utf-8 ${path.parse(folder).root}`));
  });

  it('tells what scripts print while they are read', async () => {
    const script = `'loading'; [pscustomobject]@{ Name = 'disk'; Size = 4 }; Write-Warning 'old'; function Set-Thing { 'done' }`;
    expect(await run(script, 'Set-Thing')).toEqual(returned('done'));
    expect(
      printed('stdout')
        .map((text) => text.trim())
        .filter((text) => text !== ''),
    ).toEqual(['loading', 'Name Size', '---- ----', 'disk    4']);
    expect(printed('stderr')).toEqual(['Warning: old']);
  });
});

describe.runIf(powerShell !== null)('what a command in PowerShell returns', () => {
  it('may be a file, a process or anything else of .NET', async () => {
    const script = `function Get-Things {
      Set-Content -LiteralPath note.txt -Value 'ü'
      Get-Item note.txt
      New-Item -ItemType Directory -Path made
      Get-Process -Id $PID
      Get-Content note.txt
      [xml]'<a><b/></a>'
    }`;
    const { IsException: failed, Result: result } = await run(script, 'Get-Things');
    expect(failed).toBe(false);
    const [file, made, program, text, xml] = result as Json[];
    expect([file, made]).toEqual([path.join(folder, 'note.txt'), path.join(folder, 'made')]);
    expect(program).toMatchObject({ Id: expect.any(Number), HasExited: false, Modules: expect.any(Array) });
    expect([text, xml]).toEqual(['ü', '<a><b /></a>']);
    expect(JSON.stringify(result).length).toBeLessThan(20_000);
  });

  it('keeps numbers, texts, dates and lists as they are, however deep', async () => {
    const script = `function Get-Things {
      @{ a = @{ b = @{ c = @{ d = @{ e = @{ f = @{ g = @{ h = @(1, $null, $true, 1.5) } } } } } } } }
      [ordered]@{ when = [datetime]'2026-11-27T10:00:00Z'; span = [timespan]'00:01:00'; day = [dayofweek]::Monday }
      'quotes " and \\ and
new line', 12345678901, [decimal]0.1, [double]::NaN, [char]'x', [version]'1.2'
      , @(1, 2)
      , @()
      [pscustomobject]@{ Name = 'x'; Tags = @('a') }
    }`;
    const { Result: result } = await run(script, 'Get-Things');
    expect(result).toEqual([
      { a: { b: { c: { d: { e: { f: { g: { h: [1, null, true, 1.5] } } } } } } } },
      { when: expect.stringMatching(/^2026-11-27T/), span: '00:01:00', day: 'Monday' },
      'quotes " and \\ and\nnew line',
      ...[12345678901, 0.1, 'NaN', 'x', '1.2'],
      [1, 2],
      [],
      { Name: 'x', Tags: ['a'] },
    ]);
  });

  it('has an end where it hangs together with itself', async () => {
    const script = `function Get-Loop { $a = @{}; $a.one = $a; $a.two = $a; $a }`;
    expect(await run(script, 'Get-Loop')).toMatchObject({ IsException: false, Result: [{ one: {}, two: {} }] });
  });

  it('fails in the words of the script, with a reason that has an end where the script ends PowerShell', async () => {
    const script = `function Set-Thing { throw 'Größe fehlt: "ü"' }
      function End-Thing { [Console]::Error.WriteLine('why ' + 'x' * 100000); exit 7 }`;
    expect(await run(script, 'Set-Thing')).toMatchObject({
      IsException: true,
      Result: ['System.Management.Automation.RuntimeException', 'Größe fehlt: "ü"', 'Set-Thing', {}],
    });
    const { Result: result } = await run(script, 'End-Thing');
    expect((result as string[])[1]).toMatch(/^why x{1995}… \(exit code 7\)$/);
  });
});

/** As somebody writes them who knows nothing of plans. */
describe.runIf(powerShell !== null)('a script of a stranger', () => {
  it('that ends itself by exit has done so well with 0, and failed with any other code', async () => {
    const script = `function Install-It { 'all'; 'well'; exit 0 }
      function Fail-It { Write-Host 'Installing'; exit 3 }
      function Fail-InWords { Write-Error 'No licence.'; exit 3 }
      function Fail-InTry { try { exit 4 } catch { 'caught' } finally { Write-Host 'cleaned up' } }`;
    expect(await run(script, 'Install-It')).toEqual(returned('all', 'well'));
    expect(await run(script, 'Fail-It')).toEqual({
      IsException: true,
      Result: ['AgentError', 'PowerShell ended with code 3 before Fail-It was over.', 'Fail-It'],
    });
    expect(await run(script, 'Fail-InWords')).toMatchObject({
      Result: ['AgentError', expect.stringMatching(/^Error: No licence\..* \(exit code 3\)$/), 'Fail-InWords'],
    });
    lines = [];
    expect(await run(script, 'Fail-InTry')).toMatchObject({ IsException: true });
    expect(printed('stdout')).toContain('cleaned up');
  });

  it('that says exit 0 before its function is read tells that it was not run', async () => {
    const script = `if ($true) { exit 0 }
      function Install-It { 'done' }`;
    expect(await run([`Write-Host 'first'`, script], 'Install-It')).toEqual(returned());
    expect(printed('stderr')).toEqual(['Script 2 of the plan ended with "exit 0": Install-It was not run.']);
  });

  it('that throws a table, an object or an error with a cause fails in their words', async () => {
    const script = `function Throw-Table { throw [ordered]@{ code = 7; text = 'no licence' } }
      function Throw-Object { throw [pscustomobject]@{ why = 'full'; disks = @('C', 'D') } }
      function Throw-Cause { throw (New-Object InvalidOperationException('Not saved.', (New-Object IO.IOException('The disk is full.')))) }
      function Call-Method { [void][datetime]::ParseExact('x', 'yyyy', $null) }`;
    const reason = async (name: string) => ((await run(script, name)).Result as Json[])[1];
    expect(await reason('Throw-Table')).toBe('code: 7, text: no licence');
    expect(await reason('Throw-Object')).toBe('why: full, disks: ["C","D"]');
    expect(await reason('Throw-Cause')).toBe('Not saved. (The disk is full.)');
    // what the outer words have in them already is not told twice
    expect(String(await reason('Call-Method')).match(/'x'/g)).toHaveLength(1);
  });

  it('that formats what it found for people prints it, and returns the rest alone', async () => {
    const script = `function Show-It {
      [pscustomobject]@{ Name = 'C:'; Free = 12 }, [pscustomobject]@{ Name = 'D:'; Free = 3 } | Format-Table -AutoSize
      'returned'
      [pscustomobject]@{ Größe = 'ü' } | Format-List
      [pscustomobject]@{ as = 'it is' }
    }`;
    expect(await run(script, 'Show-It')).toEqual(returned('returned', { as: 'it is' }));
    const shown = printed('stdout').filter((line) => line.trim() !== '');
    expect(shown).toEqual(['Name Free', '---- ----', 'C:     12', 'D:      3', 'Größe : ü']);
  });

  it('that returns numbers of many digits, errors and exceptions gets none of them changed', async () => {
    const script = `function Get-Them {
      [long]9007199254740993; [uint64]18446744073709551615; 0.12345678901234567890d; [decimal]12.5; [long]5
      try { Get-Item -LiteralPath nope -ErrorAction Stop } catch { $_.Exception }
      New-Object InvalidOperationException 'as a value'
    }`;
    expect(await run(script, 'Get-Them')).toEqual(
      returned(
        ...['9007199254740993', '18446744073709551615', '0.12345678901234567890', 12.5, 5],
        expect.stringContaining('nope') as unknown as string,
        'as a value',
      ),
    );
  });

  it('with parameters, defaults, classes and namespaces of its own is run as it was written', async () => {
    const script = `using namespace System.Collections.Generic
#requires -Version 5.1
param([string] $Prefix = 'srv', [int] $Count = 2)
class Server { [string] $Name; Server([string] $name) { $this.Name = $name } }
function Get-Servers { [CmdletBinding()] param([switch] $Upper, [datetime] $Since, [hashtable] $Tags = @{ none = $true })
  $found = [List[Server]]::new()
  foreach ($number in 1..$Count) { $found.Add([Server]::new("$Prefix-$number")) }
  if ($Upper) { foreach ($one in $found) { $one.Name = $one.Name.ToUpperInvariant() } }
  Write-Verbose 'ausführlich: ü' -Verbose
  Write-Progress -Activity 'Looking' -PercentComplete 50
  $found
  $Since.ToString('yyyy-MM-dd')
  @($Tags.Keys)
}`;
    expect(await run(script, 'Get-Servers', { Upper: true, Since: '2026-11-29' })).toEqual(
      returned({ Name: 'SRV-1' }, { Name: 'SRV-2' }, '2026-11-29', 'none'),
    );
    expect(printed('stdout')).toEqual(['ausführlich: ü']);
    expect(printed('stderr')).toEqual([]);
  });
});

describe.runIf(powerShell !== null)('what a command in PowerShell is given', () => {
  it('arrives whole: keys that differ by case, an empty one, dates as texts, quotes of every kind', async () => {
    const script = `function Get-Given($Table, $Text, $Number, $Deep, $Flag, $Nothing) {
      @($Table.Keys | Sort-Object -CaseSensitive) -join ','
      $Table['Name']; $Table['name']; $Table['']
      $Text; $Text.GetType().Name
      $Number | ForEach-Object { $_.GetType().Name }
      $Deep
      $Flag -is [bool]; $null -eq $Nothing
    }`;
    const text = '2026-11-27T10:00:00Z';
    const deep = { a: [{ b: [[], [[1]], {}] }], 'ä"`$%&;\'': 'ä"`$(1)%&;\'\\\n\t\u{1f600} ' };
    const given = {
      Table: { Name: 'one', name: 'two', '': 'three' },
      Text: text,
      Number: [1, 2 ** 40, 1.5, -2e-7],
      Deep: deep,
      Flag: false,
      Nothing: null,
    };
    expect(await run(script, 'Get-Given', given)).toEqual(
      returned(
        ',name,Name',
        'one',
        'two',
        'three',
        text,
        'String',
        'Int32',
        'Int64',
        'Double',
        'Double',
        deep,
        true,
        true,
      ),
    );
  });

  it('finds its entries by keys in any case, where no two differ by that alone', async () => {
    const script = 'function Get-Given($Table) { $Table.NAME; $Table.inner.Value }';
    expect(await run(script, 'Get-Given', { table: { Name: 'one', Inner: { value: 2 } } })).toEqual(returned('one', 2));
  });

  it('that ends its process is told by the reason, not by where it was', async () => {
    const script = `function Stop-All { [Environment]::FailFast('There is no room.') }`;
    expect(await run(script, 'Stop-All')).toEqual({
      IsException: true,
      Result: ['AgentError', 'There is no room.', 'Stop-All'],
    });
  });

  it('that no parameter takes is told by its name', async () => {
    const script = 'function Get-Given { [CmdletBinding()] param($Known) $Known }';
    expect(await run(script, 'Get-Given', { Unknown: 1 })).toMatchObject({
      IsException: true,
      Result: [expect.any(String), expect.stringContaining("'Unknown'"), 'Get-Given', {}],
    });
  });
});

describe.runIf(powerShell !== null)('a program that a command starts', () => {
  it('may write to its standard error where errors stop the script, and its words are lines', async () => {
    const script = `$ErrorActionPreference = 'Stop'
      function Set-Thing { & '${process.execPath}' -e 'console.error("Ärger"); console.log("Öl")'; 'done' }`;
    expect(await run(script, 'Set-Thing')).toEqual(returned('Öl', 'done'));
    expect(printed('stderr')).toEqual(['Ärger']);
  });
});
