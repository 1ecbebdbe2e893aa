import { isDeepStrictEqual } from 'node:util';
import { expect } from 'vitest';
import { EventSchema } from '@/lib/model/event';
import { isObject, type Json, type JsonObject } from '@/lib/model/json';
import { type Preview, PreviewSchema } from '@/lib/model/preview';
import { foldEvents } from '@/lib/model/progress/fold';
import { EMPTY_PROGRESS, emptyRun } from '@/lib/model/progress/projection';
import { countSteps } from '@/lib/model/progress/steps';
import { maskSealed } from '@/lib/model/secret';
import { eventually } from '@/lib/testing/patience';
import { type CloudState, differenceOf, readCloudState } from './cloud-state';
import type { Client, Product } from './product';
import { list, object, text } from './responses';
import { deploy, settled } from './stories';

/** A plan as its agent got it. */
export interface SentPlan {
  /** `host Template` */
  name: string;
  /** secrets sealed */
  commands: readonly { Name: string; Arguments: JsonObject }[];
}

/** What a deployment did, as the embedded cloud's tables and the event log have it. */
export interface ActualChanges {
  was: CloudState;
  is: CloudState;
  /** in the order in which they were sent */
  plans: readonly SentPlan[];
  /** the deployment's events, in order */
  events: readonly JsonObject[];
  /** the tenant's offer before and after */
  offerBefore: JsonObject;
  offerAfter: JsonObject;
}

/**
 * What the API says deploying a draft would do. It answers within seconds with what is predicted by then: a slow machine
 * is asked again until that is all.
 */
export function readPreview(client: Client, at: string, session: string): Promise<Preview> {
  return eventually('a preview that is complete', async () => {
    const preview = PreviewSchema.parse(await client.ok('GET', `${at}/sessions/${session}/preview`));
    return preview.complete && preview;
  });
}

/**
 * Compares what was predicted with what happened: each resource and how it changes, property by property, each machine with its size, each
 * plan with its commands and their arguments, the order of rounds, restarts, and what the tenant uses.
 */
export function expectPredicted(preview: Preview, reality: ActualChanges): void {
  const { was, is, plans, events } = reality;
  expect(preview.complete).toBe(true);
  expect(preview.problems).toEqual([]);
  expect(predictedDifference(preview), 'resources').toEqual(differenceOf(was, is));
  expectProperties(preview, was, is);
  const gone = new Set(preview.machines.filter(({ change }) => change === 'remove').map(({ host }) => host));
  expect(
    Object.fromEntries(preview.machines.filter(({ host }) => !gone.has(host)).map((one) => [one.host, one.size?.name])),
    'machines and their sizes',
  ).toEqual(Object.fromEntries(Object.entries(is.machines).map(([host, { flavor }]) => [host, flavor])));
  expectPlans(preview, plans);
  expectOrder(preview, events);
  expectCounted(preview, events);
  expect(
    preview.machines
      .filter(({ restarts }) => restarts)
      .map(({ host }) => host)
      .sort(),
    'machines that restart',
  ).toEqual(restartedIn(events, was, is));
  expectTotals(preview, reality);
}

function predictedDifference({ resources }: Preview) {
  const named = (change: string) =>
    resources
      .filter((resource) => resource.change === change)
      .map(({ name }) => name)
      .sort();
  return { created: named('create'), updated: named('inPlace'), replaced: named('replace'), removed: named('remove') };
}

/** What changes in place changes in exactly the properties, and to the values, that were predicted. */
function expectProperties({ resources }: Preview, was: CloudState, is: CloudState): void {
  const values = (world: CloudState, name: string) => maskSealed(world.resources[name]?.properties ?? {});
  for (const { name, change, properties } of resources) {
    if (change !== 'inPlace' && change !== 'replace') continue;
    const [before, after] = [values(was, name), values(is, name)];
    const predicted = properties.map((property) => [property.name, property.before, known(property.after)]);
    const real = properties.map((property) => [
      property.name,
      before[property.name] ?? null,
      after[property.name] ?? null,
    ]);
    expect(real, `properties of ${name}`).toEqual(predicted);
    if (change === 'replace') continue;
    const differ = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
      (key) => !isDeepStrictEqual(before[key] ?? null, after[key] ?? null),
    );
    expect(properties.map((property) => property.name).sort(), `changed properties of ${name}`).toEqual(differ.sort());
  }
}

const plansOf = ({ steps }: Preview) => steps.flatMap((step) => (step.effect === 'plan' ? [step] : []));

/** Machines work side by side: the order counts on each alone. */
function byHost<T extends { name: string }>(plans: readonly T[]): Record<string, T[]> {
  const hosts: Record<string, T[]> = {};
  for (const plan of plans) {
    const [host = ''] = plan.name.split(' ');
    hosts[host] = [...(hosts[host] ?? []), plan];
  }
  return hosts;
}

function expectPlans(preview: Preview, sent: readonly SentPlan[]): void {
  const predicted = plansOf(preview).map(({ host, title, commands }) => ({
    name: `${host} ${title}`,
    commands: commands.map((command) => [command.name, command.arguments] as [string, JsonObject]),
  }));
  const real = sent.map(({ name, commands }) => ({
    name,
    commands: commands.map((command) => [command.Name, maskSealed(command.Arguments)] as [string, JsonObject]),
  }));
  const wanted = Object.entries(byHost(predicted)).map(([host, plans]) => [host, plans.map(known)]);
  expect(byHost(real), 'plans').toEqual(Object.fromEntries(wanted));
}

/** Whatever a phrase in ‹ › stands for will be known only then. */
function known<T>(value: T): T {
  if (typeof value === 'string') return value.includes('‹') ? expect.any(String) : value;
  if (Array.isArray(value)) return value.map(known) as T;
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, known(inner)])) as T;
}

/** No plan began before one of an earlier round. */
function expectOrder(preview: Preview, events: readonly JsonObject[]): void {
  const rounds = new Map<string, number[]>();
  for (const { host, title, round } of plansOf(preview)) {
    const name = `${host} ${title}`;
    rounds.set(name, [...(rounds.get(name) ?? []), round]);
  }
  const begun = events
    .filter(({ kind, data }) => kind === 'effect.started' && isObject(data) && data.effect === 'plan')
    .map(({ data }) => `${text(object(data).host)} ${text(object(data).title)}`)
    .map((name) => rounds.get(name)?.shift());
  expect(begun, 'rounds').toEqual([...begun].sort((a = 0, b = 0) => a - b));
}

/**
 * The run's own plan is the preview, and its progress counts by it: at every moment as many steps in all as the review
 * showed, none in addition and none left over, and at no moment less done than before.
 */
function expectCounted({ steps, kind }: Preview, events: readonly JsonObject[]): void {
  const log = events.map((event) => EventSchema.parse(event));
  let progress = EMPTY_PROGRESS;
  let share = 0;
  for (const event of log) {
    progress = foldEvents(progress, [event]);
    const deployment = progress.deployments[event.runId ?? ''];
    if (!deployment?.plan) {
      expect(event.kind.startsWith('effect.'), 'a step before the plan').toBe(false);
      continue;
    }
    const { total, atLeast, more, fewer, fraction } = countSteps(deployment, Date.parse(event.at));
    expect({ total, atLeast, more, fewer }, 'steps').toEqual({
      total: steps.length,
      atLeast: false,
      more: [],
      fewer: [],
    });
    expect(fraction, 'share').toBeGreaterThanOrEqual(share);
    share = fraction ?? 0;
  }
  const [deployment] = Object.values(progress.deployments);
  const named = (step: { effect: string; title?: string; host?: string | null }) =>
    step.effect === 'plan' ? `${step.host} ${step.title}` : step.effect;
  expect(deployment?.plan?.steps.map(named), 'planned steps').toEqual(steps.map(named));
  expect(deployment?.outcome, kind).toBe('success');
  expect(countSteps(deployment ?? emptyRun(''), 0)).toMatchObject({ done: steps.length, fraction: 1 });
}

/** Machines that were there before, still are, and restarted meanwhile. */
function restartedIn(events: readonly JsonObject[], was: CloudState, is: CloudState): string[] {
  const restarted = new Set(
    events
      .filter(({ kind, data }) => kind === 'machine.changed' && isObject(data) && data.phase === 'rebooting')
      .map(({ data }) => text(object(data).host)),
  );
  const kept = Object.keys(is.machines).filter((host) => was.machines[host]?.id === is.machines[host]?.id);
  return kept.filter((host) => restarted.has(host)).sort();
}

function expectTotals({ totals }: Preview, { offerBefore, offerAfter }: ActualChanges): void {
  const used = (offer: JsonObject) =>
    Object.fromEntries(
      Object.entries(object(offer.quota)).map(([measure, value]): [string, Json] => [
        measure,
        object(value).used ?? null,
      ]),
    );
  const predicted = (pick: 'now' | 'after') =>
    Object.fromEntries(Object.entries(totals).map(([measure, total]) => [measure, total?.[pick] ?? null]));
  expect(predicted('now'), 'used before').toEqual(used(offerBefore));
  expect(predicted('after'), 'used afterwards').toEqual(used(offerAfter));
}

/** The events of one deployment. */
export async function eventsOf(client: Client, at: string, deployment: string): Promise<JsonObject[]> {
  return list((await client.ok('GET', `${at}/events?deployment_id=${deployment}&limit=1000`)).events);
}

/**
 * Begins to note every plan that a product's agents get.
 *
 * @returns a function that previews a draft of the member, deploys it and compares the two; it returns
 *   what was predicted
 */
export function comparingPredictions(product: Product) {
  const { member, db, container } = product;
  const { agents } = container.cloud;
  const { send } = agents;
  const sent: Parameters<typeof send>[0][] = [];
  agents.send = async (message) => {
    sent.push(message);
    await send(message);
  };

  return async ({ id, at }: { id: string; at: string }, session: string): Promise<Preview> => {
    const preview = await readPreview(member, at, session);
    expect(await readPreview(member, at, session), 'looking changes nothing').toEqual(preview);
    const was = await readCloudState(db, id);
    const offerBefore = await member.ok('GET', '/v1/offer');
    sent.length = 0;
    const deployment = await deploy(member, at, session);
    const after = await settled(member, at);
    const events = await eventsOf(member, at, deployment);
    expect(after?.status, reportsIn(events)).toBe('ready');
    const names = new Map(
      events
        .map(({ data }) => object(data))
        .filter(({ effect }) => effect === 'plan')
        .map((data) => [text(data.effectId), `${text(data.host)} ${text(data.title)}`]),
    );
    const plans = sent.map(({ planId, plan }) => ({ name: names.get(planId) ?? '', commands: plan.Commands }));
    const is = await readCloudState(db, id);
    expectPredicted(preview, { was, is, plans, events, offerBefore, offerAfter: await member.ok('GET', '/v1/offer') });
    return preview;
  };
}

const reportsIn = (events: readonly JsonObject[]) =>
  events
    .filter(({ level }) => level === 'error')
    .map((event) => text(event.text))
    .join('\n');
