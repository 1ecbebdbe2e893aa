'use client';
import { useTranslations } from 'next-intl';
import { Badge } from '@/components/ui/badge';
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
