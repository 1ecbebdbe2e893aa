import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { recordingEffects } from '@/lib/catalog/testing/recording-effects';
import { runLanguages } from '@/lib/conductor/language/language';
import { createLanguages } from '@/lib/conductor/languages';
import { errors, toProblem } from '@/lib/errors';
import { graphsOf, machineOf } from '@/lib/model/blueprints/graph';
import type { EnvironmentModel } from '@/lib/model/environment';
import type { JsonObject } from '@/lib/model/json';
import { conditionOf } from '@/lib/model/operations/condition';
import type { Operation } from '@/lib/model/runs/operation';
import type { RunTarget } from '@/lib/model/runs/target';
import { WorkflowInputSchema } from '@/lib/model/runs/workflow-input';
import type { Effects, PlanOutcome } from '@/lib/ports/conductor';
import { cases } from '@/lib/testing/cases';
import {
  environmentOf,
  instancesOf,
  packagesOf,
  type RandomInstance,
  type RandomTopology,
  randomTopology,
  withAllUp,
} from './testing/random-service';

/**
 * Random topologies, workflows, failures, cancels and ends in the middle, held against a small model of what the
 * lifecycle promises. A failing case prints its seed and path: `fc.assert(…, { seed, path })` runs it again.
 */
const CASES = cases(1_000);
const LIMITS = { defaultPlanTimeoutMs: 60_000, maxRounds: 50, maxProcessorMs: 60_000, maxItems: 2_000 };
const languages = createLanguages([]);

/** What goes wrong in one run. */
interface Trouble {
  /** what fails for good: numbers among all calls that there could be */
  fails: readonly number[];
  /** after so many calls somebody asks for the end */
  cancelAfter: number | null;
  /** the call whose answer nobody hears any more, and after which nothing goes on */
  endsAt: number | null;
  /** which of what is under way answers first, again and again */
  order: readonly number[];
}

const NO_TROUBLE: Trouble = { fails: [], cancelAfter: null, endsAt: null, order: [0] };
const seldom = <T>(arbitrary: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 3, arbitrary: fc.constant(null) }, { weight: 1, arbitrary });
const trouble: fc.Arbitrary<Trouble> = fc.record({
  fails: fc.array(fc.nat({ max: 12 }), { maxLength: 2 }),
  cancelAfter: seldom(fc.nat({ max: 8 })),
  endsAt: seldom(fc.nat({ max: 8 })),
  order: fc.array(fc.nat({ max: 7 }), { minLength: 1, maxLength: 6 }),
});

/** Numbers of machines that do not come up at first. */
const down = fc.oneof(
  { weight: 2, arbitrary: fc.constant<number[]>([]) },
  { weight: 1, arbitrary: fc.array(fc.nat({ max: 3 }), { maxLength: 2 }) },
);

/** One call of an operation: when it began, when it ended, and how. */
interface Call {
  key: string;
  operation: string;
  began: number;
  ended: number | null;
  ok: boolean;
}

const ANSWER: PlanOutcome = {
  answered: true,
  result: { IsException: false, Result: [{ IsException: false, Result: [] }] },
};
const REFUSAL: PlanOutcome = {
  answered: true,
  result: { IsException: false, Result: [{ IsException: true, Result: ['Error', 'It failed.', 'Do', {}] }] },
};

class World {
  readonly instances: RandomInstance[];
  private readonly packages;

  constructor(topology: RandomTopology) {
    this.instances = instancesOf(topology);
    this.packages = packagesOf(topology);
  }

  /** @param failing `key operation` that fail as well */
  async run(
    model: EnvironmentModel,
    operation: Operation,
    { fails, cancelAfter, endsAt, order }: Trouble,
    failing: readonly string[] = [],
  ) {
    const calls: Call[] = [];
    let now = 0;
    let turn = 0;
    const { effects: recorded, recording } = recordingEffects();
    const effects: Effects = {
      ...recorded,
      first: async (pending) => (order[turn++ % order.length] ?? 0) % pending.length,
      executePlan: async ({ host, name }) => {
        const [node, does] = name.split(':') as [string, string];
        const call: Call = { key: `${host} ${node}`, operation: does, began: now++, ended: null, ok: false };
        const at = calls.push(call) - 1;
        if (at === endsAt) {
          return { answered: false, problem: toProblem(errors.cancelled('effect_cancelled', 'It was left off.')) };
        }
        call.ok = !fails.includes(at) && !failing.includes(`${call.key} ${does}`);
        // its answer is heard in its turn: whatever begins after that comes later
        return Object.defineProperty({ ...(call.ok ? ANSWER : REFUSAL) }, 'answered', {
          get: () => {
            call.ended ??= now++;
            return true;
          },
        }) as PlanOutcome;
      },
    };
    const end = await runLanguages(languages, {
      ...{ operation, model: structuredClone(model), packages: this.packages, effects, limits: LIMITS },
      watch: { now: () => 0, isStopped: () => cancelAfter !== null && calls.length >= cancelAfter },
      origin: {
        ...{ startedAt: '2026-01-01T00:00:00Z', seed: 'seed' },
        ...{ project: { id: 'p', name: 'p' }, user: { id: 'u', name: 'u' } },
      },
    });
    return {
      model: end.model,
      cancelled: end.cancelled,
      result: (end.result ?? {}) as JsonObject,
      calls,
      reports: recording.reports,
    };
  }

  deploy(model: EnvironmentModel, how: Trouble = NO_TROUBLE) {
    return this.run(model, { kind: 'deploy' }, how);
  }

  workflow(
    model: EnvironmentModel,
    workflow: 'start' | 'stop' | 'restart' | 'heal',
    how: Trouble = NO_TROUBLE,
    { hosts, resumes, failing }: { hosts?: readonly string[]; resumes?: boolean; failing?: readonly string[] } = {},
  ) {
    const units = model.services.flatMap((service) => service.units);
    const ids = hosts?.map((host) => units.find(({ state }) => state?.hostname === host)?.id ?? '');
    const target: RunTarget = ids ? { entity: 'selection', unitIds: ids } : { entity: 'environment' };
    const input = WorkflowInputSchema.parse(resumes ? { resumes: 'earlier' } : {});
    return this.run(model, { kind: 'workflow', workflow, target, input }, how, failing);
  }

  /** The state of each instance as the document has it. */
  statesIn(model: EnvironmentModel): Map<string, string> {
    const graphs = Object.values(graphsOf(model));
    return new Map(
      graphs.flatMap((graph) =>
        graph.model.instances.map(({ id, node, state }) => [`${machineOf(graph, id)?.host} ${node}`, state] as const),
      ),
    );
  }
}

const conditionsIn = (model: EnvironmentModel) =>
  Object.fromEntries(
    model.services.flatMap(({ units }) =>
      units.map((unit) => [String(unit.state?.hostname), conditionOf(unit)?.state]),
    ),
  );
const succeeded = (calls: readonly Call[], operation: string) =>
  new Set(calls.filter((call) => call.operation === operation && call.ok && call.ended !== null).map(({ key }) => key));
const hostOfKey = (key: string) => key.split(' ')[0] ?? '';

/** Nothing begins before what it has to wait for has ended well. */
function expectOrder(
  calls: readonly Call[],
  operation: string,
  waitsFor: ReadonlyMap<string, readonly string[]>,
  waited = operation,
) {
  const last = new Map(calls.filter((call) => call.operation === waited).map((call) => [call.key, call]));
  for (const call of calls) {
    if (call.operation !== operation) continue;
    for (const key of waitsFor.get(call.key) ?? []) {
      const other = last.get(key);
      if (other)
        expect([call.key, key, other.ok && other.ended !== null && other.ended < call.began]).toEqual([
          call.key,
          key,
          true,
        ]);
    }
  }
}

const check = (property: fc.IAsyncProperty<unknown>) => fc.assert(property, { numRuns: Math.ceil(CASES / 4) });

describe('whatever happens in between', () => {
  it('an installation puts nothing on what is not started, and one after it does what was not done and nothing else', () =>
    check(
      fc.asyncProperty(randomTopology, down, trouble, async (topology, machinesDown, how) => {
        const world = new World(topology);
        const needs = new Map(world.instances.map(({ key, needs: all }) => [key, all]));
        const first = await world.deploy(environmentOf(topology, machinesDown), how);
        expectOrder(first.calls, 'create', needs, 'start');
        const started = succeeded(first.calls, 'start');
        for (const { key, operation } of first.calls) {
          if (operation !== 'create') continue;
          expect([key, (needs.get(key) ?? []).filter((one) => !started.has(one))]).toEqual([key, []]);
        }
        for (const [key, state] of world.statesIn(first.model)) {
          expect([key, state === 'started']).toEqual([key, started.has(key)]);
        }
        const second = await world.deploy(withAllUp(first.model));
        expect([...world.statesIn(second.model).values()].every((state) => state === 'started')).toBe(true);
        for (const { key } of world.instances) {
          const times = (operation: string) =>
            [...first.calls, ...second.calls].filter(
              (call) => call.key === key && call.operation === operation && call.ok && call.ended !== null,
            ).length;
          expect([key, times('create'), times('start')]).toEqual([key, 1, 1]);
        }
        expect((await world.deploy(second.model)).calls).toEqual([]);
      }),
    ));

  it('machines are what was done with them, and a resumed workflow does what was not done and nothing else', () =>
    check(
      fc.asyncProperty(randomTopology, fc.constantFrom('stop', 'restart'), trouble, async (topology, workflow, how) => {
        const world = new World(topology);
        const { model } = await world.deploy(environmentOf(topology));
        const first = await world.workflow(model, workflow as 'stop' | 'restart', how);
        const needs = new Map(world.instances.map(({ key, needs: all }) => [key, all]));
        const neededBy = new Map(
          world.instances.map(({ key }) => [
            key,
            world.instances.filter((one) => one.needs.includes(key)).map((one) => one.key),
          ]),
        );
        expectOrder(first.calls, 'stop', neededBy);
        expectOrder(first.calls, 'start', needs);
        const stopped = succeeded(first.calls, 'stop');
        const started = succeeded(first.calls, 'start');
        const final = workflow === 'stop' ? stopped : started;
        const hosts = [...new Set(world.instances.map(({ host }) => host))];
        const on = (host: string) => world.instances.filter((one) => one.host === host).map(({ key }) => key);
        const failed = hosts.filter((host) =>
          first.calls.some((call) => hostOfKey(call.key) === host && call.ended !== null && !call.ok),
        );
        const done = hosts.filter((host) => !failed.includes(host) && on(host).every((key) => final.has(key)));
        const unreached = hosts.filter((host) => !failed.includes(host) && !done.includes(host));
        const { done: isDone, failed: hasFailed, unreached: isUnreached } = first.result;
        expect({ done: isDone, failed: hasFailed, unreached: isUnreached }).toEqual({ done, failed, unreached });
        const conditions = conditionsIn(first.model);
        for (const host of hosts) {
          const all = on(host);
          const isStopped = all.every((key) => stopped.has(key));
          if (done.includes(host))
            expect([host, conditions[host]]).toEqual([host, workflow === 'stop' ? 'stopped' : 'started']);
          else if (!first.calls.some(({ key }) => hostOfKey(key) === host))
            expect([host, conditions[host]]).toEqual([host, 'started']);
          else if (!failed.includes(host) && workflow === 'restart')
            expect([host, conditions[host]]).toEqual([host, isStopped ? 'starting' : 'stopping']);
          else if (!failed.includes(host)) expect([host, conditions[host]]).toEqual([host, 'stopping']);
          else if (workflow === 'restart' && isStopped) expect([host, conditions[host]]).toEqual([host, 'starting']);
        }
        const left = hosts.filter((host) => !done.includes(host));
        if (left.length === 0) return;
        const second = await world.workflow(first.model, workflow as 'stop' | 'restart', NO_TROUBLE, {
          hosts: left,
          resumes: true,
        });
        expect(second.calls.filter(({ key }) => !left.includes(hostOfKey(key)))).toEqual([]);
        for (const host of left) {
          if (conditions[host] !== 'starting') continue;
          expect(second.calls.filter((call) => hostOfKey(call.key) === host && call.operation === 'stop')).toEqual([]);
        }
        expect(second.result).toMatchObject({ done: left, failed: [], unreached: [] });
        const state = workflow === 'stop' ? 'stopped' : 'started';
        expect(conditionsIn(second.model)).toEqual(Object.fromEntries(hosts.map((host) => [host, state])));
      }),
    ));

  it('a repair heals and sets up anew exactly what its checks and repairs say', () =>
    check(
      fc.asyncProperty(
        randomTopology,
        fc.array(fc.nat({ max: 9 }), { maxLength: 4 }),
        fc.array(fc.nat({ max: 9 }), { maxLength: 3 }),
        async (topology, sick, hopeless) => {
          const world = new World(topology);
          const { model } = await world.deploy(environmentOf(topology));
          const all = world.instances;
          const isSick = ({ node }: RandomInstance, at: number) => !node.isChecked || sick.includes(at);
          const failing = [
            ...all.flatMap(({ key }, at) => (sick.includes(at) ? [`${key} check_status`] : [])),
            ...all.flatMap(({ key }, at) => (hopeless.includes(at) ? [`${key} heal`] : [])),
          ];
          const within = (keys: ReadonlySet<string>) => {
            const found = new Set(keys);
            for (const one of all) if (one.container !== null && found.has(one.container)) found.add(one.key);
            return found;
          };
          const unhealthy = all.filter(isSick);
          const direct = within(new Set(unhealthy.filter(({ node }) => !node.isHealed).map(({ key }) => key)));
          const tried = unhealthy.filter(({ node, key }) => node.isHealed && !direct.has(key)).map(({ key }) => key);
          const healFailed = tried.filter((key) => hopeless.includes(all.findIndex((one) => one.key === key)));
          const reinstalled = within(new Set([...direct, ...healFailed]));
          const healed = tried.filter((key) => !reinstalled.has(key));
          const touched = new Set([...healed, ...healFailed, ...reinstalled]);
          const { result, calls, model: after } = await world.workflow(model, 'heal', NO_TROUBLE, { failing });
          const graph = Object.values(graphsOf(after))[0];
          const keyOf = new Map(
            graph?.model.instances.map(({ id, node }) => [id, `${machineOf(graph, id)?.host} ${node}`]),
          );
          const sets = (result.sets as Record<string, Record<string, string[]>>).random ?? {};
          const named = Object.fromEntries(
            Object.entries(sets).map(([name, ids]) => [name, ids.map((id) => keyOf.get(id)).sort()]),
          );
          expect(named).toEqual({
            checked: all
              .filter(({ node }) => node.isChecked)
              .map(({ key }) => key)
              .sort(),
            healed: healed.sort(),
            healFailed: healFailed.sort(),
            reinstalled: [...reinstalled].sort(),
            untouched: all
              .map(({ key }) => key)
              .filter((key) => !touched.has(key))
              .sort(),
          });
          expect([...succeeded(calls, 'create')].sort()).toEqual([...reinstalled].sort());
          expect([...world.statesIn(after).values()].every((state) => state === 'started')).toBe(true);
        },
      ),
    ));

  it('nothing that was started is stopped by a start, and what was stopped is started once', () =>
    check(
      fc.asyncProperty(randomTopology, trouble, async (topology, how) => {
        const world = new World(topology);
        const { model } = await world.deploy(environmentOf(topology));
        const stopped = await world.workflow(model, 'stop', how);
        const before = conditionsIn(stopped.model);
        const again = await world.workflow(stopped.model, 'start');
        expect(again.calls.filter(({ operation }) => operation !== 'start')).toEqual([]);
        const meant = Object.keys(before).filter((host) => before[host] !== 'started');
        expect([...succeeded(again.calls, 'start')].sort()).toEqual(
          world.instances
            .filter(({ host }) => meant.includes(host))
            .map(({ key }) => key)
            .sort(),
        );
      }),
    ));
});
