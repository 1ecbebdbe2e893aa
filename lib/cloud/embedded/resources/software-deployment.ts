import { configsOf } from '@/lib/cloud/embedded/machines/configs';
import { newId } from '@/lib/cloud/kernel/kernel';
import { type ResourceContext, type ResourceCreation, refusal, text } from '@/lib/cloud/kernel/resources/resource-type';
import { findStored } from '@/lib/cloud/kernel/resources/stored-resource';
import {
  beginDeployment,
  type Deployment,
  EMPTY_CONFIG,
  failureOf,
  MissingInput,
  NEW_DEPLOYMENT,
  readConfig,
  SOFTWARE_RESOURCE_TYPES,
  type SoftwareConfig,
  signalDeployment,
} from '@/lib/conductor/software';
import { Prisma } from '@/lib/db/generated/client';
import { rowsOf } from '@/lib/db/statement';
import { isObject, type JsonObject } from '@/lib/model/json';

/** So long a stack waits for a machine to report, in seconds (Heat's stack timeout). */
const TIMEOUT_SECONDS = 3600;
const CONFIG_TYPES = [...SOFTWARE_RESOURCE_TYPES].filter(([, { role }]) => role === 'config').map(([type]) => type);

type Context = ResourceContext & { attributes: JsonObject };

/** Begins an action of a deployment: what is wanted of the server goes to its agent. */
export async function begin(context: Context, type: string, action: string): Promise<ResourceCreation> {
  const next = await handOver(context, {
    type,
    action,
    key: context.name,
    server: text(context.properties.server) ?? '',
    before: deploymentOf(context.attributes),
  });
  return made(next, attributesOf(next, context.attributes));
}

/** The same of an action after which the properties stay what they are. */
export async function actOn(context: Context, type: string, action: string): Promise<ResourceCreation> {
  return begin(context, type, action);
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
  before: Deployment;
}

/**
 * Makes the next state of a deployment and puts what is wanted into the agent's inbox, in a transaction.
 *
 * @throws refusal when the server is not there, unless something is to go from it: then there is nothing to do
 */
export async function handOver(context: ResourceContext, asked: HandOver): Promise<Deployment> {
  const { kernel, uow, tx, stack, properties } = context;
  const { action, before, server } = asked;
  const machine = await tx.cloudMachine.findFirst({ where: { id: server, tenantId: stack.tenantId, deletedAt: null } });
  if (!machine) {
    if (action === 'DELETE') return { ...before, status: 'COMPLETE' };
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
  if (!derived || derived.id === before.derived?.id) return next;
  const plan = JSON.stringify({ config: derived, stackId: stack.id });
  await rowsOf(
    tx,
    Prisma.sql`
    insert into cloud_plans (id, tenant_id, queue, plan, queued_at)
    values (${derived.id}, ${stack.tenantId}, ${configsOf(server)}, ${plan}::jsonb, ${kernel.now()})`,
  );
  uow.notify(`machine:${server}`);
  return next;
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
  const names = ['deploy_stdout', 'deploy_stderr', 'deploy_status_code', ...deployment.declared];
  const values = names.map((name) => [name, deployment.outputs[name] ?? null]);
  return { ...before, ...Object.fromEntries(values), deployment: deployment as unknown as JsonObject };
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
