import { CircleAlert } from 'lucide-react';
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
  return (
    <ul className="flex flex-col divide-y divide-failed-border">
      {problems.map((problem) => {
        const service = serviceOf(problem.path, services);
        return (
          <li key={problem.path + problem.code} className="flex items-start gap-3 py-2.5">
            <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
            <div className="min-w-0 flex-1">
              <p className="break-words">{problem.sentence}</p>
              <div className="mt-1 flex flex-wrap gap-x-4 gap-y-1">
                {service && (
                  <Link href={`/environments/${environmentId}/services/${service.id}`}>Open {service.name}</Link>
                )}
                {problem.code === 'domain_not_provided' && (
                  <Link href={`/environments/${environmentId}/services/add`}>Add a service</Link>
                )}
              </div>
            </div>
          </li>
        );
      })}
    </ul>
  );
}

/** The service that a path like `services.1.domain` speaks of. */
function serviceOf(path: string, services: readonly ServiceView[]): ServiceView | null {
  const index = /^services\.(\d+)(\.|$)/.exec(path)?.[1];
  return index === undefined ? null : (services[Number(index)] ?? null);
}
