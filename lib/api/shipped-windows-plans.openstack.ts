import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildPlan, scriptTexts } from '@/lib/formats/execution-plan/build';
import { muranoPlan } from '@/lib/formats/execution-plan/murano';
import type { ExecutionPlan } from '@/lib/formats/execution-plan/plan';
import type { Json, JsonObject } from '@/lib/model/json';

/** Debian's Json.NET: the library by which the Windows agent of Murano reads. */
const JSON_NET = '/usr/lib/cli/Newtonsoft.Json-5.0/Newtonsoft.Json.dll';

/** What the Windows agent would carry out of a plan, or what it has against it. */
type WindowsReading =
  | { scripts: string[]; commands: { name: string; arguments: JsonObject }[]; reboot: number; stamp: number }
  | { problem: string };

/** Plans of the catalogue, as their packages write them, with their scripts. */
function windowsPlans(): { file: string; plan: ExecutionPlan }[] {
  const files = fs
    .readdirSync('catalog', { recursive: true, encoding: 'utf8' })
    .filter((name) => /\/Resources\/(plans\/.*\.json|scripts\/.*\.ps1)$/.test(name))
    .map((name) => path.join('catalog', name));
  const scripts = Object.fromEntries(
    files.filter((file) => file.endsWith('.ps1')).map((file) => [path.basename(file), fs.readFileSync(file, 'utf8')]),
  );
  return files
    .filter((file) => file.endsWith('.json'))
    .map((file) => {
      const template = JSON.parse(fs.readFileSync(file, 'utf8')) as JsonObject;
      return { file, plan: buildPlan(template, (file) => scripts[file]) };
    });
}

describe('plans of version 1, as the Windows agent of Murano reads them', () => {
  let folder: string;
  beforeAll(() => {
    folder = fs.mkdtempSync(path.join(os.tmpdir(), 'vetro-plans-'));
    const source = path.resolve('lib/cloud/agents/testing/read_plans.cs');
    execFileSync('mcs', ['-nologo', `-r:${JSON_NET}`, `-out:${folder}/read_plans.exe`, source]);
  });
  afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));

  const readingsOf = (plans: readonly (Json | undefined)[]): WindowsReading[] =>
    execFileSync('mono', [`${folder}/read_plans.exe`], {
      env: { ...process.env, MONO_PATH: path.dirname(JSON_NET) },
      input: plans.map((plan) => `${JSON.stringify(plan)}\n`).join(''),
      encoding: 'utf8',
    })
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as WindowsReading);

  test('of every plan of the catalogue it carries out what stands there', () => {
    const plans = windowsPlans();
    expect(plans.length).toBeGreaterThan(30);
    const readings = readingsOf(
      plans.map(({ plan }, index) => muranoPlan(plan, 1, { id: `plan-${index}`, stamp: index + 1 })),
    );
    expect(plans.map(({ file }, index) => ({ file, reading: readings[index] }))).toEqual(
      plans.map(({ file, plan }, index) => ({
        file,
        reading: {
          scripts: scriptTexts(plan),
          commands: plan.Commands.map(({ Name, Arguments }) => ({ name: Name, arguments: Arguments })),
          reboot: plan.RebootOnCompletion,
          stamp: index + 1,
        },
      })),
    );
  });

  test('arguments of every kind arrive as they are', () => {
    const Arguments = { text: 'Größe "8"\n', number: 8, list: ['a', { inner: null }], flag: true, nothing: null };
    const plan: ExecutionPlan = { Scripts: [], Commands: [{ Name: 'Set-Thing', Arguments }], RebootOnCompletion: 2 };
    expect(readingsOf([muranoPlan(plan, 1, { id: 'one', stamp: Date.now() * 1000 })])).toEqual([
      expect.objectContaining({ commands: [{ name: 'Set-Thing', arguments: Arguments }], reboot: 2 }),
    ]);
  });

  test('what is wrong is found: a script that is no base64, arguments in a list, a restart that is no number', () => {
    const command = { Name: 'Set-Thing', Arguments: {} };
    expect(
      readingsOf([
        { Scripts: ['!'], Commands: [command] },
        { Scripts: [], Commands: [{ ...command, Arguments: [] }] },
        { Scripts: [], Commands: [command], RebootOnCompletion: 'later' },
      ]),
    ).toEqual([
      { problem: expect.stringContaining('FormatException') },
      { problem: expect.stringContaining('Arguments') },
      { problem: expect.stringContaining('RebootOnCompletion') },
    ]);
  });
});
