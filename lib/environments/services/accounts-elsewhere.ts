import { listEnvironmentModels } from '@/lib/db/environments';
import type { FieldProblem } from '@/lib/errors';
import type { EnvironmentModel } from '@/lib/model/environment';
import { outsideAccounts } from '@/lib/model/network-facts';
import type { ServiceType } from '@/lib/model/service-type';
import type { Context } from '../context';
import { typesOfMany } from '../service-types';

/**
 * Accounts that a document makes in a domain that is there already, and that another environment of the tenant makes there,
 * too: each has a password of its own, and a new one of either would lock out the other.
 *
 * @param types those of the document
 * @param deployed the document as deployed now: whoever has an account already keeps it
 * @returns problems with paths like those of `checkEnvironment`
 */
export async function accountsElsewhere(
  ctx: Context,
  model: EnvironmentModel,
  types: readonly ServiceType[],
  deployed: EnvironmentModel | undefined,
): Promise<FieldProblem[]> {
  const kept = new Set(deployed?.services.map(({ id }) => id));
  const made = outsideAccounts(model.services, types).filter(({ service }) => !kept.has(String(service.id)));
  if (made.length === 0) return [];
  const others = (await listEnvironmentModels(ctx.db, ctx.actor.tenantId)).filter(({ id }) => id !== model.id);
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
