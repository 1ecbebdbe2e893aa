'use client';
import { useFormatter, useTranslations } from 'next-intl';
import type { InstancePlan } from '@/lib/model/blueprints/planned-instances';
import type { WorkflowName } from '@/lib/model/runs/workflow-options';
import { instanceTurns } from './instance-turns';
import { PlanTurns } from './plan-turns';
import { stepWords } from './step-words';

/** What a workflow will do, turn by turn, with what a blueprint has put on its machines; nothing for other services. */
export function PlanOfInstances({
  workflow,
  instances,
}: {
  workflow: WorkflowName;
  instances: readonly InstancePlan[];
}) {
  const t = useTranslations('workflows');
  const format = useFormatter();
  return instanceTurns(instances).map(({ serviceId, serviceName, turns }) => {
    const title = t('instances', { service: serviceName });
    return (
      <section key={serviceId} aria-label={title}>
        <h3 className="mb-1.5 font-medium">{title}</h3>
        <PlanTurns turns={turns}>
          {({ groups }) =>
            groups.map(({ does, nodes, count }) => (
              <span key={does} className="break-words">
                {nodes.map(({ title: part, hosts }, at) => (
                  <span key={part} className={at < nodes.length - 1 ? 'block' : undefined}>
                    <span className="font-medium">{part}</span>{' '}
                    {hosts.length > 0 && t('onHosts', { hosts: format.list(hosts) })}
                    {at < nodes.length - 1 ? ',' : ' '}
                  </span>
                ))}
                <span className="text-ink-muted">{t(`does.${stepWords(workflow, does)}`, { count })}</span>
              </span>
            ))
          }
        </PlanTurns>
      </section>
    );
  });
}
