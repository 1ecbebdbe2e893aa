'use client';
import { useTranslations } from 'next-intl';
import { ServiceLogo } from '@/components/shell/service-logo';
import { UnitStatusBadge } from '@/components/status/unit-status';
import { Card, CardBody, CardHeader } from '@/components/ui/card';
import { Link } from '@/components/ui/link';
import type { Related } from './related';

/** What a service needs and who needs it. */
export function RelatedCard({
  environmentId,
  needs,
  neededBy,
}: {
  environmentId: string;
  needs: Related[];
  neededBy: Related[];
}) {
  const t = useTranslations('services.related');
  return (
    <Card>
      <CardHeader title={t('title')} />
      <CardBody className="@container">
        <div className="grid gap-5 @lg:grid-cols-2">
          <Side environmentId={environmentId} title={t('needs')} nobody={t('needsNobody')} related={needs} />
          <Side environmentId={environmentId} title={t('neededBy')} nobody={t('neededByNobody')} related={neededBy} />
        </div>
      </CardBody>
    </Card>
  );
}

function Side({
  environmentId,
  title,
  nobody,
  related,
}: {
  environmentId: string;
  title: string;
  nobody: string;
  related: Related[];
}) {
  const t = useTranslations('services.related');
  return (
    <section aria-label={title}>
      <h3 className="text-[13px] text-ink-muted">{title}</h3>
      {related.length === 0 ? (
        <p className="mt-1">{nobody}</p>
      ) : (
        <ul className="mt-1.5 flex flex-col gap-2">
          {related.map((one) => (
            <li key={one.serviceId} className="flex items-center gap-2.5">
              <ServiceLogo type={one.type} className="size-7" />
              <div className="min-w-0 flex-1">
                <Link
                  href={`/environments/${environmentId}/services/${one.serviceId}`}
                  className="break-words text-ink"
                >
                  {one.title}
                </Link>
                {one.by.map((name) => (
                  <p key={name} className="break-all text-[13px] text-ink-muted">
                    {t('joined', { name })}
                  </p>
                ))}
              </div>
              <UnitStatusBadge state={one.state} />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
