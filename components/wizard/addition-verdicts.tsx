'use client';
import { useTranslations } from 'next-intl';
import { VerdictGroups } from '@/components/status/verdicts/verdict-groups';
import { Button } from '@/components/ui/button';
import { useDraft } from '@/lib/client/draft';
import { useAdditionPolicies } from '@/lib/client/policies';
import type { FieldProblem } from '@/lib/model/field-problem';
import type { JsonObject } from '@/lib/model/json';

/**
 * What policies would say about deploying the service that is filled in, each with the question to answer otherwise. It
 * can be added all the same: the draft may change before it is deployed.
 */
export function AdditionVerdicts({
  environmentId,
  service,
  version,
  onPutRight,
}: {
  environmentId: string;
  service: JsonObject;
  /** digest of the version of its package, where one was chosen */
  version: string | null;
  /** shows problems at their fields */
  onPutRight: (problems: FieldProblem[]) => void;
}) {
  const t = useTranslations('policies.addition');
  const { mine } = useDraft(environmentId);
  const check = useAdditionPolicies(environmentId, service, { sessionId: mine?.id ?? null, version }).data;
  if (!check) return null;
  const { service_id: added, verdicts, changes, exceptions_by } = check;
  return (
    <VerdictGroups
      verdicts={verdicts.filter(({ service_id }) => service_id === null || service_id === added)}
      changes={changes.filter(({ service_id }) => service_id === added)}
      makers={exceptions_by}
      words={{ stops: t('stops'), warns: t('warns'), changes: t('changes') }}
      actions={({ property, service_id, sentence }) =>
        property !== null && service_id === added ? (
          <Button size="sm" onClick={() => onPutRight([{ path: property, code: 'policy', sentence }])}>
            {t('putRight')}
          </Button>
        ) : null
      }
    />
  );
}
