import { newId } from '@/lib/cloud/kernel/kernel';
import { type ConfigInInbox, configsOf } from '@/lib/cloud/kernel/machines/configs';
import {
  beginDeployment,
  type Deployment,
  deploymentAttributes,
  EMPTY_CONFIG,
  failureOf,
  MissingInput,
  NEW_DEPLOYMENT,
  pickedRun,
  readConfig,
  SOFTWARE_RESOURCE_TYPES,
  type SoftwareConfig,
  signalDeployment,
} from '@/lib/conductor/software';
import { Prisma } from '@/lib/db/generated/client';
import { rowsOf } from '@/lib/db/statement';
import { isObject, type JsonObject } from '@/lib/model/json';
import type { SoftwareStep } from '@/lib/ports/cloud/cloud';
import { type ResourceContext, type ResourceCreation, refusal, text } from './resource-type';
import { findStored } from './stored-resource';

/** So long a stack waits for a machine to report, in seconds (Heat's stack timeout). */
const TIMEOUT_SECONDS = 3600;
const CONFIG_TYPES = [...SOFTWARE_RESOURCE_TYPES].filter(([, { role }]) => role === 'config').map(([type]) => type);

type Context = ResourceContext & { attributes: JsonObject };

/** Begins an action of a deployment: what is wanted of the server goes to its agent. */
export async function begin(context: Context, type: string, action: string): Promise<ResourceCreation> {
  const attributes = await handOver(context, {
    type,
    action,
    key: context.name,
    server: text(context.properties.server) ?? '',
    before: context.attributes,
  });
  return made(deploymentOf(attributes), attributes);
}

/** Waits while the machine has not reported. */
export function made(deployment: Deployment, attributes: JsonObject): ResourceCreation {
  const waits = deployment.status === 'IN_PROGRESS';
  return { attributes, seconds: waits ? TIMEOUT_SECONDS : 0, waits };
}

export interface HandOver {
  type: string;
  action: string;
  /** what the agent is told that it is called */
  key: string;
  server: string;
  /** its attributes */
  before: JsonObject;
}

/** The machine whose agent was given a copy of the config last, and when. */
interface HandedTo {
  host: string;
  queue: string;
  /** ISO 8601 */
  at: string;
}

/**
 * Makes the next state of a deployment and puts what is wanted into the agent's inbox, in a transaction.
 *
 * @returns its attributes
 * @throws refusal when the server is not there, unless something is to go from it: then there is nothing to do
 */
export async function handOver(context: ResourceContext, asked: HandOver): Promise<JsonObject> {
  const { kernel, uow, tx, stack, properties } = context;
  const { action, server } = asked;
  const before = deploymentOf(asked.before);
  const machine = await tx.cloudMachine.findFirst({ where: { id: server, tenantId: stack.tenantId, deletedAt: null } });
  if (!machine) {
    if (action === 'DELETE') return attributesOf({ ...before, status: 'COMPLETE' }, asked.before);
    throw refusal('EntityNotFound', `The Server (${server}) could not be found.`);
  }
  const next = beginOrRefuse(before, {
    action,
    config: await configOf(context),
    properties,
    structured: asked.type.startsWith('OS::Heat::Structured'),
    newId,
    place: {
      resource: asked.key,
      server,
      stack: `${stack.name}/${stack.id}`,
      signal: (transport, deployment): Record<string, string> =>
        transport === 'NO_SIGNAL' ? {} : signalInputs(transport, deployment),
    },
  });
  const { derived } = next;
  if (!derived || derived.id === before.derived?.id) return attributesOf(next, asked.before);
  const plan = JSON.stringify({ config: derived, outputs: next.declared, stackId: stack.id } satisfies ConfigInInbox);
  await rowsOf(
    tx,
    Prisma.sql`
    insert into cloud_plans (id, tenant_id, queue, plan, queued_at)
    values (${derived.id}, ${stack.tenantId}, ${configsOf(server)}, ${plan}::jsonb, ${kernel.now()})`,
  );
  uow.notify(`machine:${server}`);
  const handedTo: HandedTo = { host: machine.hostname, queue: machine.queue, at: kernel.now().toISOString() };
  return { ...attributesOf(next, asked.before), handed_to: { ...handedTo } };
}

/**
 * What has become of a deployment that waits.
 *
 * @returns null while nothing has
 */
export async function endOf(
  { tx }: Pick<ResourceContext, 'tx'>,
  deployment: Deployment,
): Promise<{ deployment: Deployment } | { deployment: Deployment; failed: string } | null> {
  if (deployment.status !== 'IN_PROGRESS') return { deployment };
  const plan = await tx.cloudPlan.findUnique({ where: { id: deployment.derived?.id ?? '' } });
  if (!plan || plan.status === 'lost') {
    // With the machine everything has gone that was to go from it.
    if (deployment.action === 'DELETE') return { deployment: { ...deployment, status: 'COMPLETE' } };
    const reason = 'The server is gone.';
    const gone: Deployment = { ...deployment, status: 'FAILED', reason };
    return { deployment: gone, failed: failureOf(gone) };
  }
  if (plan.status !== 'answered') return null;
  const next = signalDeployment(deployment, isObject(plan.result) ? plan.result : {});
  return next.status === 'FAILED' ? { deployment: next, failed: failureOf(next) } : { deployment: next };
}

/** A deployment as it is kept among the attributes. */
export function deploymentOf({ deployment }: JsonObject): Deployment {
  return isObject(deployment) ? (deployment as unknown as Deployment) : NEW_DEPLOYMENT;
}

/** What `get_attr` gives, and the record itself. */
export function attributesOf(deployment: Deployment, before: JsonObject): JsonObject {
  return { ...before, ...deploymentAttributes(deployment), deployment: deployment as unknown as JsonObject };
}

/**
 * What of an action is a step on a machine: what its agent was given for it, and what came of that.
 *
 * @param name what the deployment is called
 * @returns null where nothing was wanted
 */
export function stepOf(
  name: string,
  attributes: JsonObject,
  { action, now }: { action: string; now: Date },
): SoftwareStep | null {
  const { derived, outputs, declared, reason, ...deployment } = deploymentOf(attributes);
  const { handed_to: handedTo } = attributes;
  if (!derived || deployment.action !== action || !isObject(handedTo)) return null;
  const { host, queue, at } = handedTo as unknown as HandedTo;
  const { deploy_status_code: code, deploy_stdout: stdout, deploy_stderr: stderr } = outputs;
  const reported = declared.filter((output) => Object.hasOwn(outputs, output));
  const end = {
    at: now.toISOString(),
    problem: deployment.status === 'FAILED' ? reason : null,
    exitCode: code === null || code === undefined ? null : Number(code),
    stdout: text(stdout) ?? '',
    stderr: text(stderr) ?? '',
    outputs: Object.fromEntries(reported.map((output) => [output, outputs[output] ?? null])),
  };
  return {
    ...{ id: derived.id, deployment: name, action, tool: pickedRun(derived).tool ?? '', host, queue, at },
    end: deployment.status === 'IN_PROGRESS' ? null : end,
  };
}

function beginOrRefuse(before: Deployment, request: Parameters<typeof beginDeployment>[1]): Deployment {
  try {
    return beginDeployment(before, request);
  } catch (error) {
    if (error instanceof MissingInput) throw refusal(error.exception, error.message);
    throw error;
  }
}

async function configOf({ tx, stack, properties }: ResourceContext): Promise<SoftwareConfig> {
  const id = text(properties.config);
  if (id === null) return EMPTY_CONFIG;
  const row = await findStored(tx, stack.tenantId, id, ...CONFIG_TYPES);
  if (!row) throw refusal('EntityNotFound', `The Software config (${id}) could not be found.`);
  const kept = isObject(row.properties) && isObject(row.properties.properties) ? row.properties.properties : {};
  return readConfig(row.type, `${stack.name}-${row.name}-${id}`, kept);
}

function signalInputs(transport: string, deployment: string): Record<string, string> {
  return {
    deploy_signal_id: `http://signal.cloud.internal/v1/deployments/${deployment}`,
    deploy_signal_verb: transport === 'TEMP_URL_SIGNAL' ? 'PUT' : 'POST',
  };
}
