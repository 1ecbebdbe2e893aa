import type { Db, Tx } from '@/lib/db/client';
import { listEnvironmentModels } from '@/lib/db/environments';
import { lockSharedNames } from '@/lib/db/run-start';
import type { FieldProblem } from '@/lib/errors';
import type { EnvironmentModel } from '@/lib/model/environment';
import { outsideAccounts } from '@/lib/model/network-facts';
import type { ServiceType } from '@/lib/model/service-type';
import type { Context } from '../context';
import { typesOfMany } from '../service-types';

/** A document that is to be deployed. */
interface Wanted {
  model: EnvironmentModel;
  /** those of the document */
  types: readonly ServiceType[];
  /** the document as deployed now: whoever has an account already keeps it */
  deployed: EnvironmentModel | undefined;
}

/**
 * Accounts that a document makes in a domain that is there already, and that another environment of the tenant makes there,
 * too: each has a password of its own, and a new one of either would lock out the other.
 *
 * @returns problems with paths like those of `checkEnvironment`
 */
export function accountsElsewhere(ctx: Context, wanted: Wanted): Promise<FieldProblem[]> {
  return takenAmong(ctx, ctx.db, wanted, accountsMade(wanted));
}

/**
 * The same while a deployment begins: the accounts are held until its transaction ends, so that of two environments that
 * begin at the same moment the second sees the first.
 */
export async function holdAccounts(tx: Tx, ctx: Context, wanted: Wanted): Promise<FieldProblem[]> {
  const made = accountsMade(wanted);
  if (made.length === 0) return [];
  const names = made.map(({ account }) => account);
  await lockSharedNames(tx, ctx.actor.tenantId, names);
  return takenAmong(ctx, tx, wanted, made);
}

/** The accounts that are new with a document. */
function accountsMade({ model, types, deployed }: Wanted): ReturnType<typeof outsideAccounts> {
  const kept = new Set(deployed?.services.map(({ id }) => id));
  return outsideAccounts(model.services, types).filter(({ service }) => !kept.has(String(service.id)));
}

async function takenAmong(
  ctx: Context,
  db: Db | Tx,
  { model }: Wanted,
  made: ReturnType<typeof outsideAccounts>,
): Promise<FieldProblem[]> {
  if (made.length === 0) return [];
  const others = (await listEnvironmentModels(db, ctx.actor.tenantId)).filter(({ id }) => id !== model.id);
  const typesIn = typesOfMany(ctx);
  const holders = new Map<string, { environment: string; holder: string }>();
  for (const { name: environment, services, packages } of others) {
    for (const { account, service } of outsideAccounts(services, await typesIn({ packages })))
      holders.set(account, { environment, holder: String(service.name) });
  }
  return made.flatMap(({ account, path, service }): FieldProblem[] => {
    const { environment, holder } = holders.get(account) ?? {};
    if (environment === undefined) return [];
    const index = model.services.findIndex(({ id }) => id === service.id);
    const sentence = `The service "${holder}" of the environment "${environment}" makes the account ${String(service[path])} in this domain already, with a password of its own. Choose another name.`;
    return [{ path: `services.${index}.${path}`, code: 'account_taken', sentence }];
  });
}
