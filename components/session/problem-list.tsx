'use client';
import { CircleAlert } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { Link } from '@/components/ui/link';
import type { FieldProblem } from '@/lib/model/field-problem';
import type { ServiceView } from '@/lib/model/views';

/** What stands against deploying, each with the place to put it right. */
export function ProblemList({
  problems,
  services,
  environmentId,
}: {
  problems: readonly FieldProblem[];
  services: readonly ServiceView[];
  environmentId: string;
}) {
  const t = useTranslations('session.problems');
  const base = `/environments/${environmentId}/services`;
  return (
    <section
      aria-labelledby="problems"
      className="rounded-xl border border-failed-border bg-failed-bg px-4 py-3 text-failed-text"
    >
      <h3 id="problems" className="font-semibold">
        {t('title')}
      </h3>
      <ul className="flex flex-col divide-y divide-failed-border">
        {problems.map((problem) => {
          const place = placeOf(problem.path, services);
          return (
            <li key={problem.path + problem.code} className="flex items-start gap-3 py-2.5">
              <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
              <div className="min-w-0 flex-1">
                <p className="break-words">{problem.sentence}</p>
                <div className="mt-1 flex flex-wrap gap-x-4 gap-y-1">
                  {place?.field && (
                    <Link href={`${base}/${place.service.id}?edit=${encodeURIComponent(place.field)}`}>
                      {t('openField', { service: place.service.name })}
                    </Link>
                  )}
                  {place && !place.field && (
                    <Link href={`${base}/${place.service.id}`}>{t('open', { service: place.service.name })}</Link>
                  )}
                  {!place && <Link href={base}>{t('showServices')}</Link>}
                  {problem.code === 'domain_not_provided' && <Link href={`${base}/add`}>{t('addService')}</Link>}
                </div>
              </div>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

/** The service and the field that a path like `services.1.domain` or `services.1.units.0.address` speaks of. */
function placeOf(
  path: string,
  services: readonly ServiceView[],
): { service: ServiceView; field: string | null } | null {
  const [root, index, ...rest] = path.split('.');
  const service = root === 'services' && index !== undefined ? services[Number(index)] : undefined;
  if (!service) return null;
  const [first] = rest;
  return { service, field: first === undefined || first === 'id' ? null : rest.join('.') };
}
