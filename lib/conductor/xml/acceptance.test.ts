import { describe, expect, it } from 'vitest';
import { errors, toProblem } from '@/lib/errors';
import type { JsonObject } from '@/lib/model/json';
import { environment, failed, planTemplate, runInTestWorld, succeeded, unitsOf } from './testing';

const send = (template: string, blocks: string) => `<send-command template="${template}" error="problem">
  <parameter name="unit"><select path="id"/></parameter><parameter name="service"><select path="::id"/></parameter>${blocks}</send-command>`;
const install = (template: string) =>
  `<rule match="$.services[*].units[?(not @.state.installed)]">${send(
    template,
    '<success><set path="state.installed"><true/></set></success><failure><set path="state.failure"><select source="problem" path="0.message"/></set><mute/></failure>',
  )}</rule>`;
const packages = { planTemplates: { One: planTemplate('A'), Two: planTemplate('A', 'B'), None: planTemplate() } };
const states = (model: JsonObject) => unitsOf(model).map(({ state }) => state as JsonObject);

describe('Acceptance: the engine', () => {
  it('scenario 17: Given body text plus an integer select, when evaluated, then it is one string, while a lone select keeps its type', async () => {
    const { model } = await runInTestWorld({
      model: { id: 'e', ip: '10.0.0.9', port: 80 },
      workflows:
        '<set path="uri">http://<select path="ip"/>:<select path="port"/></set><set path="alone"><select path="port"/></set>',
    });
    expect([model.uri, model.alone]).toEqual(['http://10.0.0.9:80', 80]);
  });

  it('scenario 18: Given a rule whose body changes the model, when run, then all rules run again, each object at most once per rule per round, and it settles', async () => {
    const { reports, end } = await runInTestWorld({
      workflows: `<rule match="$.services[*].units[*]"><report entity="unit" text="seen"><parameter name="id"><select path="id"/></parameter></report></rule>
        <rule match="$.services[?(not @.changed)]"><set path="changed"><true/></set></rule>`,
    });
    expect([reports.map(({ id }) => id), end?.outcome]).toEqual([['u1', 'u2'], 'finished']);
  });

  it('scenario 19: Given [?(not @.state.x)] with missing attributes, when used in match and in select-all, then both select the objects', async () => {
    const { model, reports } = await runInTestWorld({
      workflows: `<set path="found"><select-all path="$.services[*].units[?(not @.state.x)].id"/></set>
        <rule match="$.services[*].units[?(not @.state.x)]"><report entity="unit" text="x"><parameter name="id"><select path="id"/></parameter></report></rule>`,
    });
    expect([model.found, reports.map(({ id }) => id)]).toEqual([
      ['u1', 'u2'],
      ['u1', 'u2'],
    ]);
  });

  it('scenario 20: Given nested rules id1/id2, when <mute rule="id1.id2"/>, then that object is skipped for the rest of the deployment and back at the next one', async () => {
    const workflows = `<rule id="id1" match="$.services[*]"><rule id="id2" match="$.units[*]">${send('One', '')}<mute rule="id1.id2"/></rule></rule>`;
    const first = await runInTestWorld({ packages, workflows });
    const next = await runInTestWorld({ packages, workflows, model: first.model });
    expect([first.plans.length, next.plans.length]).toEqual([2, 2]);
  });

  it("scenario 21, rough edge 1: Given a domain named x' or 1==1 or 'x forced into the model, when deployed, then the filter compares text only", async () => {
    const model = environment();
    unitsOf(model)[0] = { id: 'u1', domain: "x' or 1==1 or 'x" };
    const { reports } = await runInTestWorld({
      model,
      workflows: `<rule match="$.services[*].units[?(@.domain)]"><rule>
        <parameter name="match">/$.services[?(@.domain == '<select path="domain"/>')]</parameter>
        <report entity="service" id="s1" text="matched"/></rule></rule>`,
    });
    expect(reports).toEqual([]);
  });

  it('scenario 22: Given a template with $missing, when mapped, then the step fails naming template and key; no literal $… is ever sent', async () => {
    const { error, plans } = await runInTestWorld({
      packages: {
        planTemplates: { Sql: { Scripts: [], Commands: [{ Name: 'A', Arguments: { Password: '$saPassword' } }] } },
      },
      workflows: install('Sql'),
    });
    expect(error?.sentence).toContain('the template "Sql" needs a value for "$saPassword"');
    expect(plans).toEqual([]);
  });

  it('scenario 23: Given a plan with two commands, the second failing, when the reply comes, then only the failure block runs, state is not set, a redeploy retries', async () => {
    const first = await runInTestWorld({
      packages,
      workflows: install('Two'),
      plan: () => failed(1, 'E', 'disk full'),
    });
    expect(states(first.model)).toEqual([{ failure: 'disk full' }, { failure: 'disk full' }]);
    const again = await runInTestWorld({ packages, workflows: install('Two'), model: first.model });
    expect(again.plans).toHaveLength(2);
    expect(states(again.model).every(({ installed }) => installed === true)).toBe(true);
  });

  it('scenario 24, rough edge 16: Given an empty plan, when replied [], then success once, no loop', async () => {
    const { plans, model } = await runInTestWorld({ packages, workflows: install('None'), plan: () => succeeded() });
    expect([plans.length, states(model)]).toEqual([2, [{ installed: true }, { installed: true }]]);
  });

  it('scenario 25: Given an agent that never answers, when its timeout passes, then that unit fails, other services go on, and the deployment ends', async () => {
    const silent = toProblem(errors.timedOut('agent_silent', 'No answer from dc01 in 10 minutes.'));
    const { end, model } = await runInTestWorld({
      packages,
      workflows: install('One'),
      plan: ({ unitId }) => (unitId === 'u1' ? { answered: false, problem: silent } : succeeded([])),
    });
    expect([end?.outcome, states(model)]).toEqual([
      'finished',
      [{ failure: 'No answer from dc01 in 10 minutes.' }, { installed: true }],
    ]);
  });

  it('scenario 26: Given a workflow with an unknown tag or a broken filter, when loaded, then an error with file and line, before anything is deployed', async () => {
    for (const broken of ['<frobnicate/>', '<rule match="$.services[?(@.a ==)]"/>']) {
      const { error, log } = await runInTestWorld({
        packages,
        workflows: [install('One'), `<workflow>\n${broken}\n</workflow>`],
      });
      expect(error?.span).toMatchObject({ file: 'w2.xml', line: 2 });
      expect(log).toEqual([]);
    }
  });
});
