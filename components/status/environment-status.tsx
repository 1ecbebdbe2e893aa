'use client';
import type { EnvironmentFacts } from '@/lib/model/environment-state';
import type { DeployedAndDrafted } from '@/lib/model/views';
import { StatusBadge } from './status-badge';
import { useStatusWords } from './status-words';

/**
 * What is deployed in an environment and, beside it, whose draft waits: neither hides the other. Where how many machines are
 * not up stands beside it (`counted`), that is not said without the number, too.
 */
export function EnvironmentStatusBadges({
  environment,
  serviceCount,
  counted = false,
}: {
  environment: DeployedAndDrafted & EnvironmentFacts;
  serviceCount: number;
  counted?: boolean;
}) {
  const words = useStatusWords();
  const deployed = words.deployed(environment, serviceCount);
  const { machines, deployed_status, half_way } = environment;
  const isCounted =
    counted && deployed_status === 'ready' && half_way === null && /failed|partly|drifted/.test(machines.health);
  const shown = [isCounted ? null : deployed, words.drafted(environment)].filter((one) => one !== null);
  if (shown.length === 0) return null;
  return (
    <span className="inline-flex flex-wrap gap-1.5">
      {shown.map((one) => (
        <StatusBadge key={one.word} state={one.state} word={one.word} hint={one.sentence} />
      ))}
    </span>
  );
}
