'use client';
import { useTranslations } from 'next-intl';
import { Link } from '@/components/ui/link';
import { Notice } from '@/components/ui/notice';
import type { ExceptionRequestView } from '@/lib/model/policies/exception-requests';

/** Requests for exceptions that wait for whoever is signed in, each a link to where it is decided. */
export function RequestsToDecide({ requests }: { requests: readonly ExceptionRequestView[] }) {
  const t = useTranslations('shell.requests');
  return (
    <Notice tone="attention" title={t('title', { count: requests.length })}>
      <ul>
        {requests.map(({ id, policy_id, policy_name, environment_name, created_by }) => (
          <li key={id}>
            <Link href={`/admin/policies/${policy_id}?part=exceptions`}>
              {t('line', { name: created_by, policy: policy_name, environment: environment_name })}
            </Link>
          </li>
        ))}
      </ul>
    </Notice>
  );
}
