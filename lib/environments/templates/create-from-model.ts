import { newId } from '@/lib/crypto';
import { insertEnvironment } from '@/lib/db/environment-inserts';
import { insertSession } from '@/lib/db/sessions';
import { transaction } from '@/lib/db/transaction';
import { isVetroError } from '@/lib/errors';
import { diffModels } from '@/lib/model/diff';
import type { EnvironmentModel } from '@/lib/model/environment';
import type { JsonObject } from '@/lib/model/json';
import type { Credential, MadeEnvironment } from '@/lib/model/templates/views';
import { visibleEnvironment } from '../access/visible';
import { auditOf, type Context } from '../context';
import { chooseRegion } from '../environments/choose-region';
import { environmentCreated } from '../environments/create';
import { deleteEnvironment } from '../environments/delete';
import { nameTakenError } from '../environments/name';
import { environmentView } from '../environments/view';
import { sessionOpened } from '../sessions/configure';
import { deploySession } from '../sessions/deploy';

/** Where a new environment comes from, for the audit log. */
export interface Origin {
  action: 'environment.from_template' | 'environment.clone' | 'environment.import';
  details: JsonObject;
}

/**
 * Creates an environment whose services are the draft of a first session of the actor, in one transaction, and
 * deploys that draft if asked to. When the deployment cannot begin nothing of the environment stays: whoever
 * asked never saw its passwords.
 *
 * @param model checked, secrets sealed; without a region it is in the usual one
 * @throws as `chooseRegion`; conflict `environment_name_taken`; what deploying throws
 */
export async function createFromModel(
  ctx: Context,
  { model: given, credentials }: { model: EnvironmentModel; credentials: Credential[] },
  { deploy, origin }: { deploy: boolean; origin: Origin },
): Promise<MadeEnvironment> {
  const { tenantId, userId } = ctx.actor;
  const region = chooseRegion(ctx, given.region);
  const model: EnvironmentModel = { ...given, ...(region === undefined ? {} : { region }) };
  const { id: environmentId, name } = model;
  const sessionId = newId();
  const types = await ctx.catalog.serviceTypes(tenantId, model.packages);
  const draft = { model, changes: diffModels({ id: environmentId, name, services: [] }, model, types).length };
  await transaction(ctx.db, async (tx) => {
    const audit = auditOf(ctx, origin.action, 'environment', environmentId, { ...origin.details, name });
    const event = environmentCreated(ctx, model);
    if (!(await insertEnvironment(tx, { id: environmentId, tenantId, userId, name, ...placeOf(model) }, event, audit)))
      throw nameTakenError(name);
    await insertSession(
      tx,
      { id: sessionId, environmentId, tenantId, userId, draft },
      sessionOpened(ctx, environmentId, sessionId),
      auditOf(ctx, 'session.open', 'session', sessionId, { environmentId }),
    );
  });
  const runId = deploy ? await deployOrDelete(ctx, environmentId, sessionId) : null;
  return {
    environment: environmentView(await visibleEnvironment(ctx, environmentId)),
    session_id: sessionId,
    deployment_id: runId,
    credentials,
  };
}

/** The network that an environment of a model is on, and its region. */
function placeOf({ network, region }: EnvironmentModel) {
  return { ...(network ? { network } : {}), ...(region === undefined ? {} : { region }) };
}

async function deployOrDelete(ctx: Context, environmentId: string, sessionId: string): Promise<string> {
  try {
    const { deployment_id } = await deploySession({ ctx, input: { environmentId, sessionId } });
    return deployment_id;
  } catch (error) {
    const gone = deleteEnvironment({ ctx, input: { environmentId } });
    await gone.catch((cause: unknown) =>
      ctx.log.error(
        { environmentId, err: cause, code: isVetroError(cause) ? cause.code : null },
        'an environment that could not be deployed stays as a draft',
      ),
    );
    throw error;
  }
}
