import type { Client } from '@/lib/api/testing/product';
import { list, object, text } from '@/lib/api/testing/responses';
import { newEnvironment, open, settled } from '@/lib/api/testing/stories';
import { comparePackageVersions } from '@/lib/formats/package/manifest';
import type { ActionArgument } from '@/lib/model/action-arguments';
import { isObject, type Json, type JsonObject } from '@/lib/model/json';
import type { Offer, ServiceType } from '@/lib/model/service-type';
import { describeError } from '../describe-error';
import { problemLines } from '../installation';
import { plausibleAnswers, plausibleArguments, plausibleUnits } from './plausible-answers';

/** How one stage of a trial went: `none` where a package has nothing of the sort. */
export type StageEnd = { end: 'yes' } | { end: 'no' | 'none'; reason: string };

/** How a package got through. */
export interface Trial {
  form: StageEnd;
  deploys: StageEnd;
  action: StageEnd;
  /** programs that the simulation does not know */
  notExecuted: readonly string[];
}

const YES: StageEnd = { end: 'yes' };
const NOT_TRIED: StageEnd = { end: 'none', reason: 'not tried' };

/** So many of the last reports of a run that failed say what it was at. */
const SHOWN_REPORTS = 3;

/** More services than this one service does not need. */
const MAX_NEEDED_DEPTH = 8;

/**
 * Fills the form of a package that is in the catalog, deploys that, and runs an action.
 *
 * @param client an administrator of the tenant that has the package
 * @param packageName full name
 */
export async function tryPackage(client: Client, packageName: string, version: string): Promise<Trial> {
  const types = list((await client.ok('GET', '/v1/catalog/services')).services) as unknown as ServiceType[];
  const own = types.filter((type) => type.package === packageName && type.version === version);
  const type = own.find(({ form }) => form.length > 0) ?? own[0];
  if (!type) {
    const library: StageEnd = { end: 'none', reason: 'a library: nothing of it is a service by itself' };
    return { form: library, deploys: library, action: library, notExecuted: [] };
  }
  if (type.form.length === 0) {
    const formless: StageEnd = { end: 'no', reason: 'it has no form that people could fill in' };
    return { form: formless, deploys: NOT_TRIED, action: NOT_TRIED, notExecuted: [] };
  }
  const offer = (await client.ok('GET', '/v1/offer')) as unknown as Offer;
  const newest = await added({ client, types, offer, olderNeeds: false }, type);
  const isConflict = 'refusal' in newest && newest.code === 'package_version_conflict';
  const draft = isConflict ? await added({ client, types, offer, olderNeeds: true }, type) : newest;
  if ('refusal' in draft) {
    return { form: { end: 'no', reason: draft.refusal }, deploys: NOT_TRIED, action: NOT_TRIED, notExecuted: [] };
  }
  const { at, session, service } = draft;
  const deployed = await deployedIn(client, at, session);
  const action = deployed.end === 'yes' ? await actionOf(client, at, text(service.id)) : NOT_TRIED;
  const notExecuted = await notExecutedIn(client, at);
  await removed(client, at);
  return { form: YES, deploys: deployed, action, notExecuted };
}

interface Catalog {
  client: Client;
  types: readonly ServiceType[];
  offer: Offer;
  /** whether other services that a service names are of the oldest version of their package instead of the newest */
  olderNeeds: boolean;
}

/** Why a service was refused. */
interface Refusal {
  refusal: string;
  code: string;
}

/** A draft of an environment with a service of a type, and with all that it names. */
async function added(
  catalog: Catalog,
  type: ServiceType,
): Promise<{ at: string; session: string; service: JsonObject } | Refusal> {
  const { at } = await newEnvironment(catalog.client);
  const session = await open(catalog.client, at);
  const service = await addWithNeeds({ ...catalog, at, session }, { type, digest: null }, 'sample', 0);
  return 'refusal' in service ? (service as unknown as Refusal) : { at, session, service };
}

interface Draft extends Catalog {
  at: string;
  session: string;
}

/** A type in the version of a package, told by its digest; null: the newest. */
interface Version {
  type: ServiceType;
  digest: string | null;
}

/** Adds a service, after those that it names. @returns it, or why one of them was refused */
async function addWithNeeds(
  draft: Draft,
  { type, digest }: Version,
  name: string,
  depth: number,
): Promise<JsonObject | Refusal> {
  const { client, at, session, types, offer } = draft;
  const { values, references } = plausibleAnswers(type.properties, offer);
  for (const [field, needs] of references) {
    const capabilities = needs.split('|');
    const offering = types.find(
      (one) => one.form.length > 0 && one.offers.some(({ capability }) => capabilities.includes(capability)),
    );
    if (!offering || depth === MAX_NEEDED_DEPTH) {
      return { refusal: `${field}: nothing in the folder or the catalog is a ${needs}`, code: 'nothing_to_choose' };
    }
    const version = await versionOf(draft, offering);
    const needed = await addWithNeeds(draft, version, `${name}-${field.toLowerCase()}`.slice(0, 60), depth + 1);
    if ('refusal' in needed) return needed as Refusal;
    const offer = version.type.offers.find(({ capability }) => capabilities.includes(capability));
    values[field] = needed[offer?.name ?? 'name'] ?? null;
  }
  const units = plausibleUnits(type, offer);
  const body = { type: type.type, name, ...values, ...(units.length > 0 ? { units } : {}) };
  const query = digest === null ? '' : `?package=${digest}`;
  const { status, json } = await client.call('POST', `${at}/services${query}`, { session, body });
  if (status === 200) return object(json);
  const code = isObject(json ?? null) ? object(json).code : '';
  return { refusal: `${type.title}: ${problemLines(json ?? null, status).join(' ')}`, code: String(code) };
}

/** A type that another service names, in the version that is meant. */
async function versionOf({ client, at, session, olderNeeds }: Draft, type: ServiceType): Promise<Version> {
  if (!olderNeeds) return { type, digest: null };
  const { packages } = await client.ok('GET', `/v1/catalog/packages?fqn=${type.package}`);
  const versions = list(packages).sort((a, b) => comparePackageVersions(String(a.version), String(b.version)));
  const digest = String(versions[0]?.digest);
  const { services } = await client.ok(
    'GET',
    `/v1/catalog/services?environment=${at.split('/').at(-1)}&package=${digest}`,
    {
      session,
    },
  );
  const older = (list(services) as unknown as ServiceType[]).find((one) => one.type === type.type);
  return { type: older ?? type, digest };
}

/** Takes an environment away, so that the next one has room. */
async function removed(client: Client, at: string): Promise<void> {
  const { status } = await client.call('DELETE', at);
  if (status < 300) await settled(client, at);
}

async function deployedIn(client: Client, at: string, session: string): Promise<StageEnd> {
  const { status, json } = await client.call('POST', `${at}/sessions/${session}/deploy`);
  if (status !== 200) return { end: 'no', reason: problemLines(json ?? null, status).join(' ') };
  // One that waits for what nobody here does is given up, and what was tried before it counts.
  const endless = await settled(client, at).then(() => null, describeError);
  return endless === null ? runEnd(client, at, text(object(json).deployment_id)) : { end: 'no', reason: endless };
}

/** Runs one action of a service, or of an object in it. */
async function actionOf(client: Client, at: string, serviceId: string): Promise<StageEnd> {
  const actions = list((await client.ok('GET', `${at}/actions`)).actions);
  const action = actions.find((one) => one.serviceId === serviceId) ?? actions[0];
  if (!action) return { end: 'none', reason: 'it has no action' };
  const body = plausibleArguments(action.arguments as unknown as ActionArgument[]);
  const { status, json } = await client.call('POST', `${at}/actions/${text(action.id)}`, { body });
  if (status !== 200) {
    return { end: 'no', reason: `${text(action.method)}: ${problemLines(json ?? null, status).join(' ')}` };
  }
  await settled(client, at);
  const taskId = text(object(json).task_id);
  const { isException, result } = await client.ok('GET', `${at}/actions/${taskId}`);
  if (isException !== true) return runEnd(client, at, taskId);
  const message = isObject(result) ? result.message : result;
  return { end: 'no', reason: `${text(action.method)}: ${asText(message ?? null)}` };
}

async function runEnd(client: Client, at: string, runId: string): Promise<StageEnd> {
  const { run, reports } = await client.ok('GET', `${at}/runs/${runId}`);
  const { outcome, problem } = object(run);
  if (outcome === 'success') return YES;
  const sentence = asText((isObject(problem) ? problem.sentence : undefined) ?? outcome ?? null);
  const before = list(reports).flatMap(({ text: words }) =>
    asText(words ?? null) === sentence ? [] : asText(words ?? null),
  );
  return { end: 'no', reason: [sentence, ...before.slice(-SHOWN_REPORTS)].join(' | ') };
}

async function notExecutedIn(client: Client, at: string): Promise<string[]> {
  const { runs } = await client.ok('GET', `${at}/runs`);
  const programs = await Promise.all(
    list(runs).map(async ({ id }) => {
      const { deployments } = await client.ok('GET', `${at}/runs/${text(id)}/progress`);
      const { commands } = object(object(deployments)[text(id)]);
      return list(Object.values(object(commands))).flatMap(({ command, executed }) =>
        executed === false ? [text(command)] : [],
      );
    }),
  );
  return [...new Set(programs.flat())].sort();
}

function asText(value: Json): string {
  return (typeof value === 'string' ? value : JSON.stringify(value)).replace(/\s+/g, ' ').trim();
}
