// biome-ignore-all lint/suspicious/noTemplateCurlyInString: ${key} is what templates hold.
import { describe, expect, it } from 'vitest';
import { errors, toProblem } from '@/lib/errors';
import type { JsonObject } from '@/lib/model/json';
import { environment, failed, planTemplate, runInTestWorld, succeeded, unitsOf } from './testing';

const TEMPLATES = {
  Server: { resources: { $name: { type: 'OS::Nova::Server' } } },
  Net: { resources: { net: { type: 'OS::Neutron::Net' } }, outputs: { netId: { value: 'n' } } },
};
const packages = {
  stackTemplates: TEMPLATES,
  planTemplates: { T: planTemplate('Do'), Two: planTemplate('First', 'Second'), None: planTemplate() },
};
const update = (blocks = '', more = '') => `<update-cf-stack template="Server" ${more}>
  <parameter name="mappings"><map><m name="name"><select path="name"/></m></map></parameter>${blocks}</update-cf-stack>`;
const send = (blocks = '', more = 'template="T"') => `<send-command ${more}>
  <parameter name="unit"><select path="id"/></parameter>
  <parameter name="service"><select path="::id"/></parameter>${blocks}</send-command>`;
const onUnits = (body: string, filter = '*') => `<rule match="$.services[*].units[${filter}]">${body}</rule>`;

describe('A command for a unit that the model does not have', () => {
  const toNobody = (blocks: string) => `<rule match="$"><send-command template="T" error="e">
    <parameter name="unit">no-such-unit</parameter><parameter name="service">s1</parameter>${blocks}</send-command><mute/></rule>`;

  it('fails at once, by name: nothing is sent and nobody is waited for', async () => {
    const { plans, error } = await runInTestWorld({ packages, workflows: toNobody('') });
    expect(plans).toEqual([]);
    expect(error).toMatchObject({ code: 'unknown_unit', sentence: expect.stringContaining('"no-such-unit"') });
  });

  it('can be dealt with like any other failure', async () => {
    const workflows = toNobody('<failure><set path="why"><select source="e" path="0.message"/></set></failure>');
    const { model, error } = await runInTestWorld({ packages, workflows });
    expect(error).toBeNull();
    expect(model.why).toContain('no-such-unit');
  });
});

describe('Sending plans', () => {
  it('tells which failures the program has dealt with: a block that reports an error says that it is none of its own', async () => {
    const plan = () => ({ ...failed(0, 'System.Exception', 'No'), effectId: 'e1' });
    const failing = (body: string) =>
      runInTestWorld({ packages, plan, workflows: onUnits(`${send(`<failure>${body}</failure>`)}<mute/>`, '0') });
    const report =
      '<report entity="unit" level="error"><parameter name="id">u1</parameter><parameter name="text">No</parameter></report>';
    expect((await failing('<set path="tried"><true/></set>')).handled).toEqual(['e1']);
    expect((await failing(report)).handled).toEqual([]);
    const { handled, error } = await runInTestWorld({ packages, plan, workflows: onUnits(`${send()}<mute/>`, '0') });
    expect([handled, error?.details.effectId]).toEqual([[], 'e1']);
  });

  it('to some units alone leaves the others as they are, keeps reports on them back and tells that there is more', async () => {
    const report =
      '<report entity="unit"><parameter name="id"><select path="id"/></parameter><parameter name="text">told</parameter></report>';
    const done = `<success><set path="state.done"><true/></set>${report}</success>`;
    const workflows = onUnits(`${report.replace('>', ' level="info">')}${send(done)}`, '?(not @.state.done)');
    const run = (only: string[]) => runInTestWorld({ packages, workflows, options: { only } });
    const alone = await run(['u1']);
    expect(alone.plans.map(({ unitId }) => unitId)).toEqual(['u1']);
    expect(new Set(alone.reports.map(({ id }) => id))).toEqual(new Set(['u1']));
    expect(unitsOf(alone.model).map(({ state }) => (state as JsonObject | undefined)?.done ?? false)).toEqual([
      true,
      false,
    ]);
    expect(alone.end?.leftOut).toBe(true);
    const all = await run(unitsOf(alone.model).map(({ id }) => String(id)));
    expect(all.end).not.toHaveProperty('leftOut');
  });

  it('fills the template, puts scripts in as base64 and says who is meant', async () => {
    const { plans } = await runInTestWorld({
      packages: {
        planTemplates: {
          Join: {
            Scripts: ['Join.ps1'],
            Commands: [{ Name: 'Join-Domain', Arguments: { DomainName: '$domain' } }],
            RebootOnCompletion: 1,
          },
        },
        scripts: { 'Join.ps1': 'Write-Host "ü"' },
      },
      workflows: onUnits(
        `<send-command template="Join" timeout="90">
          <parameter name="unit"><select path="id"/></parameter><parameter name="service"><select path="::id"/></parameter>
          <parameter name="mappings"><map><m name="domain"><select path="::domain"/></m></map></parameter></send-command><mute/>`,
        '0',
      ),
    });
    expect(plans).toEqual([
      {
        serviceId: 's1',
        unitId: 'u1',
        host: 'dc01',
        name: 'Join',
        package: '',
        timeoutMs: 90_000,
        plan: {
          Scripts: [Buffer.from('Write-Host "ü"').toString('base64')],
          Commands: [{ Name: 'Join-Domain', Arguments: { DomainName: 'acme.loc' } }],
          RebootOnCompletion: 1,
        },
      },
    ]);
  });

  it('bounds every wait: without a timeout the default holds', async () => {
    const { plans } = await runInTestWorld({ packages, workflows: onUnits(`${send()}<mute/>`, '0') });
    expect(plans[0]?.timeoutMs).toBe(600_000);
  });

  it('starts all plans of a round before the first answer, in the order they were asked for', async () => {
    const started: string[] = [];
    let release: () => void = () => undefined;
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    const { plans } = await runInTestWorld({
      packages,
      workflows: onUnits(`${send()}<mute/>`),
      plan: async ({ unitId }) => {
        started.push(unitId);
        if (started.length === 2) release();
        await released;
        return succeeded([]);
      },
    });
    expect([started, plans.length]).toEqual([['u1', 'u2'], 2]);
  });

  it('asks for the same effects in the same order however long answers take', async () => {
    const workflows = `${onUnits(`${send(`<success><set path="a"><true/></set>${send('', 'template="None"')}</success>`)}<mute/>`)}`;
    const logs = [];
    for (const slow of ['u1', 'u2', 'nobody']) {
      const { log } = await runInTestWorld({
        packages,
        workflows,
        plan: async ({ unitId, plan }) => {
          // all others have answered by then
          if (unitId === slow) await new Promise((resolve) => setImmediate(resolve));
          return succeeded(...plan.Commands.map(() => []));
        },
      });
      logs.push(log);
    }
    expect(logs[0]).toEqual(['plan T u1', 'plan T u2', 'plan None u1', 'plan None u2']);
    expect(logs[1]).toEqual(logs[0]);
    expect(logs[2]).toEqual(logs[0]);
  });

  it('hands the results to the success block', async () => {
    const { model } = await runInTestWorld({
      packages,
      plan: () => succeeded(['10.0.0.3', 'x']),
      workflows: onUnits(
        `${send('<success><set path="ip"><select source="r" path="0.Result.0"/></set></success>', 'template="T" result="r"')}<mute/>`,
        '0',
      ),
    });
    expect(unitsOf(model)[0]?.ip).toBe('10.0.0.3');
  });

  const flag =
    '<success><set path="state.done"><true/></set></success><failure><set path="why"><select source="e" path="0.message"/></set></failure>';

  it('takes a plan with one failed command for a failure; a redeploy tries again', async () => {
    const workflows = onUnits(`${send(flag, 'template="Two" error="e"')}<mute/>`, '?(not @.state.done)');
    const first = await runInTestWorld({
      packages,
      plan: () => failed(1, 'System.Exception', 'Access denied'),
      workflows,
    });
    expect(unitsOf(first.model)[0]).toEqual({ id: 'u1', name: 'dc01', isMaster: true, why: 'Access denied' });
    const again = await runInTestWorld({ packages, workflows, model: first.model });
    expect([again.plans.length, unitsOf(again.model)[0]?.state]).toEqual([2, { done: true }]);
  });

  it('takes an empty plan answered with nothing for a success, once', async () => {
    const workflows = onUnits(send(flag, 'template="None"'), '?(not @.state.done)');
    const { plans, model } = await runInTestWorld({ packages, plan: () => succeeded(), workflows });
    expect([plans.length, unitsOf(model)[0]?.state]).toEqual([2, { done: true }]);
  });

  it.each([
    ['a text', 'plan refused', 'plan refused'],
    ['type and message', ['System.Exception', 'plan refused'], 'plan refused'],
  ])('understands a plan that could not start, told as %s', async (_what, Result, message) => {
    const { model } = await runInTestWorld({
      packages,
      plan: () => ({ answered: true, result: { IsException: true, Result } }),
      workflows: onUnits(`${send(flag, 'template="T" error="e"')}<mute/>`, '0'),
    });
    expect(unitsOf(model)[0]?.why).toBe(message);
  });

  it('takes an answer that does not fit the plan for a failure', async () => {
    const { model } = await runInTestWorld({
      packages,
      plan: () => succeeded([]),
      workflows: onUnits(`${send(flag, 'template="Two" error="e"')}<mute/>`, '0'),
    });
    expect(unitsOf(model)[0]?.why).toContain('stops before Second');
  });

  it('rough edge 34: tells the error in both shapes: what 0.2 told, and message, command, details and time', async () => {
    const { model } = await runInTestWorld({
      packages,
      plan: () => ({
        ...failed(0, 'System.Exception', 'Access denied', 'Do', { ScriptStackTrace: 's' }),
        at: '2026-01-02T03:04:05.000Z',
      }),
      workflows: onUnits(
        `${send('<failure><set path="e"><select path="#e"/></set><set path="text"><format-error error="e"/></set></failure>', 'template="T" error="e"')}<mute/>`,
        '0',
      ),
    });
    const [unit] = unitsOf(model);
    expect(unit?.e).toEqual([
      {
        source: 'command',
        type: 'System.Exception',
        message: 'Access denied',
        command: 'Do',
        details: { ScriptStackTrace: 's' },
        messages: ['System.Exception', 'Access denied', 'Do', { ScriptStackTrace: 's' }],
        timestamp: '2026-01-02T03:04:05.000Z',
      },
    ]);
    expect(JSON.parse(String(unit?.text))).toEqual(unit?.e);
  });

  it('lets other services go on when a machine never answers', async () => {
    const silent = toProblem(errors.timedOut('agent_silent', 'No answer from dc01 in 10 minutes.'));
    const { model, end } = await runInTestWorld({
      packages,
      plan: ({ unitId }) => (unitId === 'u1' ? { answered: false, problem: silent } : succeeded([])),
      workflows: onUnits(`${send(flag, 'template="T" error="e"')}<mute/>`),
    });
    expect(unitsOf(model).map(({ why, state }) => why ?? state)).toEqual([
      'No answer from dc01 in 10 minutes.',
      { done: true },
    ]);
    expect(end?.outcome).toBe('finished');
  });

  it('handles machines that never answer after all others, the one asked last first', async () => {
    const model = environment();
    unitsOf(model).push({ id: 'u3', name: 'dc03' }, { id: 'u4', name: 'dc04' });
    const report = (text: string) =>
      `<report entity="unit"><parameter name="id"><select path="id"/></parameter><parameter name="text"><select path="name"/> ${text}</parameter></report>`;
    const blocks = `<success>${report('answers')}</success><failure>${report('is silent')}</failure>`;
    const silent = toProblem(errors.timedOut('agent_silent', 'No answer in 10 minutes.'));
    const { reports } = await runInTestWorld({
      model,
      packages,
      plan: ({ unitId }) => (unitId === 'u4' ? succeeded([]) : { answered: false, problem: silent }),
      workflows: onUnits(`${send(blocks)}<mute/>`),
    });
    expect(reports.map(({ text }) => text)).toEqual([
      'dc04 answers',
      'dc03 is silent',
      'dc02 is silent',
      'dc01 is silent',
    ]);
  });

  it('handles the other answers before an unhandled failure ends the deployment', async () => {
    const { error, model, saved } = await runInTestWorld({
      packages,
      plan: ({ unitId }) => (unitId === 'u1' ? failed(0, 'E', 'no') : succeeded([])),
      workflows: onUnits(send('<success><set path="state.done"><true/></set></success>'), '?(not @.state.done)'),
    });
    expect(error).toMatchObject({ kind: 'agent', code: 'plan_failed', span: { file: 'w1.xml' } });
    expect(error?.sentence).toBe('T failed on dc01: no');
    expect(unitsOf(model).map(({ state }) => state)).toEqual([undefined, { done: true }]);
    expect(saved).toHaveLength(1);
  });

  it('gives the handler the match and variables of its own command', async () => {
    const { model } = await runInTestWorld({
      packages,
      workflows: onUnits(
        `<set path="#n"><select path="name"/></set>${send('<success><set path="seen"><select path="#n"/></set></success>')}<mute/>`,
      ),
    });
    expect(unitsOf(model).map(({ seen }) => seen)).toEqual(['dc01', 'dc02']);
  });
});

describe('Templates that cannot be filled', () => {
  it('fail naming template and key; nothing is sent', async () => {
    const { error, plans } = await runInTestWorld({
      packages: {
        planTemplates: { T: { Scripts: [], Commands: [{ Name: 'Do', Arguments: { Url: 'http://${missing}/' } }] } },
      },
      workflows: onUnits(send()),
    });
    expect(error).toMatchObject({ code: 'missing_template_key', details: { template: 'T', key: 'missing' } });
    expect(plans).toEqual([]);
  });

  it('are found before anything is deployed when a name is in no package', async () => {
    const { error, log } = await runInTestWorld({
      packages,
      workflows: `${onUnits(`${update()}<mute/>`)}<rule match="$[?(@.later)]"><update-cf-stack template="Servre"/></rule>`,
    });
    expect(error).toMatchObject({ code: 'unknown_template', details: { template: 'Servre' } });
    expect(log).toEqual([]);
  });

  it('say which script is missing', async () => {
    const { error } = await runInTestWorld({
      packages: { planTemplates: { T: { Scripts: ['Gone.ps1'], Commands: [] } } },
      workflows: onUnits(send()),
    });
    expect(error?.sentence).toMatch(/w1\.xml, line 1: the execution plan "T" is broken: .*Gone\.ps1/);
  });
});

describe('Reports', () => {
  it('go out before the commands of their round, in order', async () => {
    const { log } = await runInTestWorld({
      packages,
      workflows: onUnits(
        `<report entity="unit" text="Creating"><parameter name="id"><select path="id"/></parameter></report>${update()}<mute/>`,
      ),
    });
    expect(log).toEqual(['report Creating', 'report Creating', 'stack Server+Server']);
  });

  it('turn numbers into text and never show a sealed secret', async () => {
    const sealed = `vetro:secret:v1:${'k'.repeat(22)}:payload.`;
    const { reports, end } = await runInTestWorld({
      model: { id: 'e1', port: 80, password: sealed },
      workflows: `<report entity="environment" id="e1" level="warning"><parameter name="text"><select path="port"/></parameter></report>
        <report entity="environment" id="e1" level="error"><parameter name="text">it is <select path="password"/></parameter></report>`,
    });
    expect(reports.map(({ text, level }) => [text, level])).toEqual([
      ['80', 'warning'],
      ['it is *** SANITIZED ***', 'error'],
    ]);
    expect([end?.errors, end?.warnings]).toEqual([1, 1]);
  });

  it('go out even when the next thing fails', async () => {
    const { reports, error } = await runInTestWorld({
      workflows: '<report entity="environment" id="e1" text="before"/><set path="a"><int>x</int></set>',
    });
    expect([reports.length, error?.code]).toEqual([1, 'not_a_number']);
  });
});

describe('Ends', () => {
  it('wipe temp of environment, services and units, and keep state', async () => {
    const { model } = await runInTestWorld({
      workflows: onUnits(
        '<set path="/temp.a">1</set><set path="::temp.a">1</set><set path="temp.a">1</set><set path="state.a">1</set><set path="deep.temp">1</set>',
      ),
    });
    expect(model.temp).toBeUndefined();
    expect(JSON.stringify(model)).not.toContain('"temp":{');
    expect(unitsOf(model)[0]).toMatchObject({ state: { a: '1' }, deep: { temp: '1' } });
  });

  it('leave the given model untouched', async () => {
    const model = environment();
    await runInTestWorld({ model, workflows: '<set path="x">1</set>' });
    expect(model).toEqual(environment());
  });

  it('come between rounds once someone cancels, with what was reached', async () => {
    const { end, plans, model } = await runInTestWorld({
      packages,
      cancelled: (asked) => asked > 1,
      workflows: onUnits(send('<success><set path="state.n"><true/></set></success>'), '?(not @.state.n)').replaceAll(
        'state.n)',
        'state.never)',
      ),
    });
    expect([end?.outcome, plans.length]).toEqual(['cancelled', 2]);
    expect(unitsOf(model)[0]?.state).toEqual({ n: true });
  });

  it('run neither block of a command that a cancel cut short', async () => {
    const problem = toProblem(errors.cancelled('cancelled', 'cancelled'));
    const { end, model } = await runInTestWorld({
      packages,
      plan: ({ unitId }) => (unitId === 'u1' ? { answered: false, problem } : succeeded([])),
      workflows: onUnits(
        send('<success><set path="ok"><true/></set></success><failure><set path="bad"><true/></set></failure>'),
      ),
    });
    expect(end?.outcome).toBe('cancelled');
    expect(unitsOf(model).map(({ ok, bad }) => [ok, bad])).toEqual([
      [undefined, undefined],
      [true, undefined],
    ]);
  });
});
