import { NEW_DEPLOYMENT } from '@/lib/conductor/software';
import { pythonJson } from '@/lib/formats/hot/python-text';
import { isObject, type Json, type JsonObject } from '@/lib/model/json';
import type { SoftwareStep } from '@/lib/ports/cloud/cloud';
import type { Failed, ResourceContext, ResourceCreation } from './resource-type';
import { attributesOf, deploymentOf, endOf, handOver, made, stepOf } from './software-deployment';

/** A group has one deployment for each of its servers, kept by key among its attributes. */
interface Member {
  server: string;
  /** the group has it no more: it goes when its last action is over */
  leaves: boolean;
  /** attributes as those of a deployment */
  attributes: JsonObject;
}

type Members = Record<string, Member>;
type Context = ResourceContext & { attributes: JsonObject };

/** Makes a group of deployments: a member for each server. */
export function createGroup(context: ResourceContext, type: string): Promise<ResourceCreation> {
  return changeGroup({ ...context, attributes: {} }, type, () => true);
}

/** Members whose server stays have an update only when more than the servers has changed. */
export function updateGroup(context: Context & { before: JsonObject }, type: string): Promise<ResourceCreation> {
  const common = ({ servers: _, ...rest }: JsonObject) => pythonJson(rest);
  return changeGroup(context, type, () => common(context.before) !== common(context.properties));
}

/**
 * Has every member do an action of the stack.
 *
 * @param action such as `SUSPEND`
 */
export async function actOnGroup(context: Context, type: string, action: string): Promise<ResourceCreation> {
  const members = membersOf(context.attributes);
  for (const [key, member] of Object.entries(members)) await move(context, type, action, key, member);
  return stateOf(members);
}

/** Takes what machines have reported; over when all have. */
export async function groupEnd(context: Context): Promise<ResourceCreation | Failed | null> {
  const members = membersOf(context.attributes);
  const failures: string[] = [];
  for (const [key, member] of Object.entries(members)) {
    const end = await endOf(context, deploymentOf(member.attributes));
    if (end === null) return null;
    member.attributes = attributesOf(end.deployment, member.attributes);
    if ('failed' in end) failures.push(`resources.${key}: ${end.failed}`);
    else if (member.leaves) delete members[key];
  }
  const { attributes } = stateOf(members);
  return failures.length > 0 ? { failed: failures.join(', '), attributes } : { attributes, seconds: 0 };
}

async function changeGroup(context: Context, type: string, changes: () => boolean): Promise<ResourceCreation> {
  const { servers } = context.properties;
  const wanted = Object.entries(isObject(servers) ? servers : {}).map(
    ([key, server]) => [key, String(server)] as const,
  );
  const members: Members = {};
  for (const [key, member] of Object.entries(membersOf(context.attributes))) {
    if (wanted.some(([one, server]) => one === key && server === member.server)) {
      members[key] = member;
      if (changes()) await move(context, type, 'UPDATE', key, member);
    } else {
      members[`old/${key}`] = { ...member, leaves: true };
      await move(context, type, 'DELETE', key, members[`old/${key}`] as Member);
    }
  }
  for (const [key, server] of wanted) {
    if (members[key]) continue;
    const member: Member = { server, leaves: false, attributes: attributesOf(NEW_DEPLOYMENT, {}) };
    members[key] = member;
    await move(context, type, 'CREATE', key, member);
  }
  return stateOf(members);
}

async function move(context: Context, type: string, action: string, key: string, member: Member): Promise<void> {
  const { server, attributes: before } = member;
  member.attributes = await handOver(context, { type, action, key, server, before });
}

/** As `stepOf`, of each member. */
export function groupSteps(name: string, attributes: JsonObject, { now }: { now: Date }): SoftwareStep[] {
  return Object.entries(membersOf(attributes)).flatMap(([key, member]) => {
    // An update of the group means something else to each of them.
    const { action } = deploymentOf(member.attributes);
    return stepOf(`${name}/${key}`, member.attributes, { action, now }) ?? [];
  });
}

function membersOf({ members }: JsonObject): Members {
  return isObject(members) ? structuredClone(members as unknown as Members) : {};
}

/** What `get_attr` gives of a group: maps by key. */
function stateOf(members: Members): ResourceCreation {
  const here = Object.entries(members).filter(([, { leaves }]) => !leaves);
  const names = new Set(here.flatMap(([, { attributes }]) => Object.keys(attributes)));
  for (const own of ['deployment', 'handed_to']) names.delete(own);
  const maps: Record<string, Json> = {};
  for (const name of names) {
    const plural = name.startsWith('deploy_') ? `${name}s` : name;
    maps[plural] = Object.fromEntries(here.map(([key, { attributes }]) => [key, attributes[name] ?? null]));
  }
  const attributes = { ...maps, members: members as unknown as JsonObject };
  const waiting = Object.values(members).map((member) => deploymentOf(member.attributes));
  return made(waiting.find(({ status }) => status === 'IN_PROGRESS') ?? NEW_DEPLOYMENT, attributes);
}
