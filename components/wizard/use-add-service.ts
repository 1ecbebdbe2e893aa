'use client';
import { useTranslations } from 'next-intl';
import { useToast } from '@/components/ui/toast';
import { useAddedWhere } from '@/lib/client/add-address';
import { sentenceOf } from '@/lib/client/api-problem';
import { useDraftEdit } from '@/lib/client/draft';
import { serviceEdits } from '@/lib/client/services';
import { nameFor } from '@/lib/model/added-beside';
import type { EnvironmentModel, Service } from '@/lib/model/environment';
import type { JsonObject } from '@/lib/model/json';
import { isUnset } from '@/lib/model/property-facts';
import type { ServiceType } from '@/lib/model/service-type';

/**
 * Adds a service to the draft, and lets those use it that it is added for.
 *
 * @param version digest of the version of its package, null: the newest
 */
export function useAddService(
  environmentId: string,
  type: ServiceType,
  version: string | null,
  { types, model }: { types: readonly ServiceType[]; model: EnvironmentModel },
) {
  const t = useTranslations('wizard');
  const toast = useToast();
  const { usedBy } = useAddedWhere();
  /** Those that it was added for use it from now on. */
  async function nameIt(added: Service, sessionId: string): Promise<void> {
    for (const { serviceId, property: named } of usedBy) {
      const user = model.services.find(({ id }) => id === serviceId);
      const property = types.find((one) => one.type === user?.type)?.properties.find(({ name }) => name === named);
      const value = user && property && isUnset(user[named]) ? nameFor(property, added, type) : null;
      if (value !== null) await serviceEdits.setProperty(environmentId, sessionId, serviceId, named, value);
    }
  }
  return useDraftEdit(environmentId, async (sessionId, service: JsonObject) => {
    const added = await serviceEdits.add(environmentId, sessionId, service, version);
    // it is there already: what cannot name it is said, and is no reason to add it once more
    await nameIt(added, sessionId).catch((problem) => toast.error(t('notUsed'), sentenceOf(problem) ?? undefined));
    return added;
  });
}
