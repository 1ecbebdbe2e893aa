import { describe, expect, it } from 'vitest';
import { errors, toProblem } from '@/lib/errors';
import type { JsonObject } from '@/lib/model/json';
import type { StackOutcome } from '../../ports/conductor';
import { planTemplate, runInTestWorld, unitsOf } from './testing';

const server = (name: string): JsonObject => ({ resources: { [name]: { type: 'OS::Nova::Server' } } });
const TEMPLATES = {
  Server: { resources: { $name: { type: 'OS::Nova::Server' } } },
  Net: { resources: { net: { type: 'OS::Neutron::Net' } }, outputs: { netId: { value: 'n' } } },
};
const packages = {
  stackTemplates: TEMPLATES,
  planTemplates: { T: planTemplate('Do') },
};
const update = (blocks = '', more = '') => `<update-cf-stack template="Server" ${more}>
  <parameter name="mappings"><map><m name="name"><select path="name"/></m></map></parameter>${blocks}</update-cf-stack>`;
const send = (blocks = '', more = 'template="T"') => `<send-command ${more}>
  <parameter name="unit"><select path="id"/></parameter>
  <parameter name="service"><select path="::id"/></parameter>${blocks}</send-command>`;
const onUnits = (body: string, filter = '*') => `<rule match="$.services[*].units[${filter}]">${body}</rule>`;
const refused = (message: string): StackOutcome => ({
  ok: false,
  message,
  problem: toProblem(errors.cloud('stack_failed', message)),
});

describe('Updating the stack', () => {
  it('asks once a round for one stack merged of all templates, keys and values filled in', async () => {
    const { stacks, model } = await runInTestWorld({
      packages,
      workflows: onUnits(`${update('<success><set path="up"><true/></set></success>')}<mute/>`),
    });
    expect(stacks).toEqual([
      {
        template: { resources: { dc01: { type: 'OS::Nova::Server' }, dc02: { type: 'OS::Nova::Server' } } },
        parameters: {},
        templates: ['Server', 'Server'],
      },
    ]);
    expect(unitsOf(model).map(({ up }) => up)).toEqual([true, true]);
  });

  it('keeps what earlier rounds asked for, and passes parameters', async () => {
    const { stacks } = await runInTestWorld({
      packages,
      workflows: `${onUnits(`${update('<success><set path="/first"><true/></set></success>')}<mute/>`)}
        <rule match="$[?(@.first)]"><update-cf-stack template="Net"><parameter name="arguments">
          <map><a name="cidr">10.0.0.0/24</a></map></parameter></update-cf-stack><mute/></rule>`,
    });
    expect(stacks).toHaveLength(2);
    expect(Object.keys(stacks[1]?.template.resources as JsonObject)).toEqual(['dc01', 'dc02', 'net']);
    expect(stacks[1]?.parameters).toEqual({ cidr: '10.0.0.0/24' });
  });

  it('gives every handler the outputs of the whole stack', async () => {
    const { model } = await runInTestWorld({
      packages,
      stack: () => ({ ok: true, outputs: { address: '10.0.0.9' } }),
      workflows: onUnits(
        `${update('<success><set path="ip"><select source="out" path="address"/></set></success>', 'result="out"')}<mute/>`,
      ),
    });
    expect(unitsOf(model).map(({ ip }) => ip)).toEqual(['10.0.0.9', '10.0.0.9']);
  });

  it('runs the failure blocks with the cloud’s own words when it is refused', async () => {
    const { model, end } = await runInTestWorld({
      packages,
      stack: () => refused('Quota exceeded'),
      workflows: onUnits(
        `${update('<success/><failure><set path="why"><select source="e" path="message"/></set></failure>', 'error="e"')}<mute/>`,
      ),
    });
    expect(unitsOf(model).map(({ why }) => why)).toEqual(['Quota exceeded', 'Quota exceeded']);
    expect(end?.outcome).toBe('finished');
  });

  it('ends the deployment when nobody handles the refusal, and sends nothing to machines', async () => {
    const { error, plans } = await runInTestWorld({
      packages,
      stack: () => refused('Quota exceeded'),
      workflows: onUnits(`${update()}${send()}`),
    });
    expect([error?.kind, error?.sentence, plans.length]).toEqual(['cloud', 'Quota exceeded', 0]);
  });

  it('fails naming template and path when templates do not fit together', async () => {
    const { error, stacks } = await runInTestWorld({
      packages: { stackTemplates: { A: server('web'), B: { resources: { web: 'nothing' } } } },
      workflows: `<rule match="$"><update-cf-stack template="A"/><update-cf-stack template="B"/></rule>`,
    });
    expect(error?.sentence).toContain('"B"');
    expect(error?.sentence).toContain('"resources.web"');
    expect(stacks).toEqual([]);
  });

  it('handles the stack before the agents: what its handler sends goes out in the same round', async () => {
    const { log } = await runInTestWorld({
      packages,
      workflows: onUnits(`${update(`<success>${send()}</success>`)}<mute/>`),
    });
    expect(log).toEqual(['stack Server+Server', 'plan T u1', 'plan T u2']);
  });
});

describe('An update that was refused and dealt with', () => {
  const server = { type: 'OS::Nova::Server' };
  const refusing = (name: string) => (asked: { template: JsonObject }) =>
    Object.hasOwn(asked.template.resources as JsonObject, name)
      ? { ...refused(`No room for ${name}`), effectId: 'e1', problem: problemAt(name) }
      : ({ ok: true, outputs: {} } as const);
  const problemAt = (resource: string) =>
    toProblem(errors.cloud('stack_failed', `No room for ${resource}`, { details: { resource } }));
  const two = (failure = '<set path="/tried"><true/></set>') => `<rule match="$">
      <update-cf-stack template="A"><failure>${failure}</failure></update-cf-stack><mute/></rule>
    <rule match="$[?(@.tried)]"><update-cf-stack template="B">
      <success><set path="/second"><true/></set></success></update-cf-stack><mute/></rule>`;
  const templates = (a: string, b: string) => ({
    stackTemplates: { A: { resources: { [a]: server } }, B: { resources: { [b]: server } } },
  });

  it('is not asked for again with the correct update of another', async () => {
    const { stacks, model, error } = await runInTestWorld({
      ...{ packages: templates('bad', 'good'), workflows: two(), stack: refusing('bad') },
    });
    expect(error).toBeNull();
    expect(stacks.map(({ template }) => Object.keys(template.resources as JsonObject))).toEqual([['bad'], ['good']]);
    expect(model.second).toBe(true);
  });

  it('takes nothing away that was there before: of its part stays what is there, as it is there', async () => {
    const { stacks } = await runInTestWorld({
      packages: {
        stackTemplates: {
          A: { resources: { kept: { ...server, properties: { flavor: 'new' } }, bad: server } },
          B: { resources: { good: server } },
        },
      },
      ...{ workflows: two(), stack: refusing('bad') },
      there: { template: { resources: { kept: server } }, parameters: {}, outputs: {} },
    });
    expect(stacks[1]?.template.resources).toEqual({ kept: server, good: server });
  });

  it('of several parts in one update leaves out the one at fault alone', async () => {
    const { stacks } = await runInTestWorld({
      packages: { stackTemplates: { ...templates('bad', 'good').stackTemplates, C: { resources: { later: server } } } },
      stack: refusing('bad'),
      workflows: `<rule match="$">
        <update-cf-stack template="A"><failure><set path="/tried"><true/></set></failure></update-cf-stack>
        <update-cf-stack template="B"><failure/></update-cf-stack><mute/></rule>
        <rule match="$[?(@.tried)]"><update-cf-stack template="C"/><mute/></rule>`,
    });
    expect(Object.keys(stacks[1]?.template.resources as JsonObject).sort()).toEqual(['good', 'later']);
  });

  it('is told as dealt with, unless its block reports an error', async () => {
    const world = { packages: templates('bad', 'good'), stack: refusing('bad') };
    const quiet = await runInTestWorld({ ...world, workflows: two() });
    const loud = await runInTestWorld({
      ...world,
      workflows: two(
        '<report entity="environment" level="error"><parameter name="id">e1</parameter><parameter name="text">No</parameter></report>',
      ),
    });
    expect([quiet.handled, loud.handled]).toEqual([['e1'], []]);
  });
});

describe('A stack that would not change', () => {
  const workflows = onUnits(
    `${update('<success><set path="temp.ip"><select source="o" path="ip"/></set><set path="ip"><select path="temp.ip"/></set></success>', 'result="o"')}<mute/>`,
  );
  const stack = () => ({ ok: true as const, outputs: { ip: '10.0.0.1' } });

  it('is left alone by the next deployment, whose handlers see the outputs it had', async () => {
    const first = await runInTestWorld({ packages, stack, workflows });
    const again = await runInTestWorld({ packages, workflows, model: first.model });
    expect([first.stacks.length, again.stacks.length]).toEqual([1, 0]);
    expect(unitsOf(again.model).map(({ ip }) => ip)).toEqual(['10.0.0.1', '10.0.0.1']);
  });

  it('is updated when a unit went, and only what nobody asks for any more disappears', async () => {
    const first = await runInTestWorld({ packages, stack, workflows });
    const smaller = structuredClone(first.model);
    unitsOf(smaller).pop();
    const again = await runInTestWorld({ packages, workflows, model: smaller });
    expect(again.stacks.map(({ template }) => Object.keys(template.resources as JsonObject))).toEqual([['dc01']]);
  });

  it('is updated again after a failure, and forgotten before an update begins', async () => {
    const first = await runInTestWorld({ packages, stack, workflows });
    const bigger = structuredClone(first.model);
    unitsOf(bigger).push({ id: 'u3', name: 'dc03' });
    const broken = await runInTestWorld({ packages, stack: () => refused('no'), workflows, model: bigger });
    expect(broken.saved[0]?.state).toEqual({});
    const back = structuredClone(broken.model);
    unitsOf(back).pop();
    expect((await runInTestWorld({ packages, workflows, model: back })).stacks).toHaveLength(1);
  });

  it('counts a secret that was sealed anew as the same', async () => {
    const sealed = (payload: string) => `vetro:secret:v1:${'k'.repeat(22)}:${payload}.`;
    const secret = {
      stackTemplates: { Server: { resources: { dc: { type: 'x', properties: { password: '$name' } } } } },
    };
    const named = (payload: string) => ({
      id: 'e',
      services: [{ id: 's', units: [{ id: 'u', name: sealed(payload) }] }],
    });
    const first = await runInTestWorld({ packages: secret, model: named('one'), workflows });
    const again = structuredClone(first.model);
    Object.assign(unitsOf(again)[0] as JsonObject, { name: sealed('two') });
    expect((await runInTestWorld({ packages: secret, model: again, workflows })).stacks).toEqual([]);
  });
});

describe('Deleting the stack', () => {
  const workflows = `<rule match="$[?(not @.state.deleted)]"><delete-cf-stack>
    <success><set path="state.deleted"><true/></set></success><failure><set path="state.stuck"><true/></set><mute/></failure></delete-cf-stack></rule>`;

  it('runs the success block once it is gone', async () => {
    const { model, deletions } = await runInTestWorld({ workflows });
    expect([deletions, model.state]).toEqual([1, { deleted: true }]);
  });

  it('runs the failure block when it is not, and is an error without one', async () => {
    const stuck = await runInTestWorld({ workflows, deletion: () => refused('stuck') });
    expect(stuck.model.state).toEqual({ stuck: true });
    const unhandled = await runInTestWorld({
      workflows: '<rule match="$"><delete-cf-stack/></rule>',
      deletion: () => refused('stuck'),
    });
    expect(unhandled.error?.sentence).toBe('stuck');
  });
});
