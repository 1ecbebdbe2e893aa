import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import type { JsonObject } from '@/lib/model/json';
import { objects } from './model';
import { runInTestWorld, unitsOf } from './testing';

const page = readFileSync(path.join(import.meta.dirname, '../../../docs/xml-dsl.md'), 'utf8');
const fileOf = (name: string) =>
  new RegExp(`^#### \`${name.replaceAll('.', '\\.')}\`\\n[^#]*?\`\`\`\\w+\\n([\\s\\S]*?)^\`\`\``, 'm').exec(
    page,
  )?.[1] ?? '';
const blocks = (language: string) =>
  [...page.matchAll(new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\``, 'gm'))].map(([, text]) => text ?? '');
const fragment = blocks('xml')[1] ?? '';
const [, before, after] = blocks('json').map((text) => JSON.parse(text) as JsonObject);

const stage = {
  workflows: fileOf('Workflows/clock.xml'),
  packages: {
    stackTemplates: { Machine: parse(fileOf('Resources/stacks/Machine.yaml')) as JsonObject },
    planTemplates: { SetTime: JSON.parse(fileOf('Resources/plans/SetTime.json')) as JsonObject },
    scripts: { 'SetTime.ps1': fileOf('Resources/scripts/SetTime.ps1') },
  },
  stack: () => ({ ok: true as const, outputs: { 'clock1-address': '10.0.0.5' } }),
};

function withoutStackMemory({ state: _state, ...model }: JsonObject): JsonObject {
  return model;
}

describe('The worked example of docs/xml-dsl.md', () => {
  it('does what the page says', async () => {
    const { model, stacks, plans, reports } = await runInTestWorld({ ...stage, model: before });
    expect(withoutStackMemory(model)).toEqual(after);
    expect(stacks[0]?.template.resources).toMatchObject({
      clock1: {
        type: 'OS::Nova::Server',
        properties: { image: 'ws-2022-std', flavor: 'm1.small', metadata: { agent_queue: 'ee1-s1-u1' } },
      },
    });
    expect(plans.map(({ plan: { Commands }, timeoutMs }) => [Commands, timeoutMs])).toEqual([
      [[{ Name: 'Set-TimeServer', Arguments: { Server: 'pool.ntp.org' } }], 300_000],
    ]);
    expect(reports.map(({ text }) => text)).toEqual(['Creating clock1 of the size m1.small']);
  });

  it('runs only SetTime once the server is another', async () => {
    const first = await runInTestWorld({ ...stage, model: before });
    const changed = structuredClone(first.model);
    Object.assign(objects(changed.services)[0] ?? {}, { server: 'time.example.com' });
    const { log, model } = await runInTestWorld({ ...stage, model: changed });
    expect(log).toEqual(['plan SetTime u1']);
    expect(unitsOf(model)[0]).toMatchObject({ state: { server: 'time.example.com' } });
  });

  it('keeps the machine it has when another one is added', async () => {
    const first = await runInTestWorld({ ...stage, model: before });
    const bigger = structuredClone(first.model);
    unitsOf(bigger).push({ id: 'u2' });
    const { stacks, log } = await runInTestWorld({ ...stage, model: bigger });
    expect(Object.keys(stacks[0]?.template.resources as JsonObject)).toEqual(['clock1', 'clock2']);
    expect(log).toEqual(['report Creating clock2 of the size m1.small', 'stack Machine+Machine', 'plan SetTime u2']);
  });

  it('shows a dynamic match that compiles', async () => {
    const { error } = await runInTestWorld({ ...stage, model: before, workflows: `<workflow>${fragment}</workflow>` });
    expect(error).toBeNull();
  });
});
