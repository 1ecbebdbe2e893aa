'use client';
import { useTranslations } from 'next-intl';
import type { ComponentProps } from 'react';
import { Badge } from '@/components/ui/badge';
import { onDemand } from '@/components/ui/on-demand';
import { useRequestsToDecide } from '@/lib/client/exception-requests';

/** How many requests for exceptions wait for whoever is signed in; nothing where none does. */
export function WaitingRequests({ className = '' }: { className?: string }) {
  const t = useTranslations('shell.nav');
  const waiting = useRequestsToDecide().data?.length;
  if (!waiting) return null;
  return (
    <Badge tone="attention" className={className}>
      <span aria-hidden>{waiting}</span>
      <span className="sr-only">{t('requests', { count: waiting })}</span>
    </Badge>
  );
}

const RequestsToDecide = onDemand<ComponentProps<typeof import('./requests-to-decide').RequestsToDecide>>(
  async () => (await import('./requests-to-decide')).RequestsToDecide,
);

/** The requests that wait for whoever is signed in, each with the way to where it is decided; nothing where none does. */
export function WaitingRequestsNotice() {
  const requests = useRequestsToDecide().data ?? [];
  return requests.length > 0 && <RequestsToDecide requests={requests} />;
}
