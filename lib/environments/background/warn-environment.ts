import type { Db, Tx } from '@/lib/db/client';
import { appendEvents, lockEnvironment } from '@/lib/db/events';
import { transaction } from '@/lib/db/transaction';
import type { JsonObject } from '@/lib/model/json';

/**
 * Stores something about an environment that began by itself and warns of it in the log of the environment, in one
 * transaction.
 *
 * @param data of the warning
 * @param work what is stored; its answer is the sentence of the warning, null: there is none
 */
export async function warnEnvironment(
  db: Db,
  environmentId: string,
  data: JsonObject,
  work: (tx: Tx) => Promise<string | null>,
): Promise<void> {
  await transaction(db, async (tx) => {
    // The environment first, as everywhere: nobody then waits in a circle.
    await lockEnvironment(tx, environmentId);
    const text = await work(tx);
    if (text === null) return;
    const about = { entity: 'environment', entityId: environmentId } as const;
    await appendEvents(tx, environmentId, null, [{ kind: 'report', level: 'warning', ...about, text, data }]);
  });
}
