'use client';
import type { EnvironmentFacts } from '@/lib/model/environment-state';
import type { DeployedAndDrafted } from '@/lib/model/views';
import { StatusBadge } from './status-badge';
import { useStatusWords } from './status-words';

/** What is deployed in an environment and, beside it, whose draft waits: neither hides the other. */
export function EnvironmentStatusBadges({
  environment,
  serviceCount,
}: {
  environment: DeployedAndDrafted & EnvironmentFacts;
  serviceCount: number;
}) {
  const words = useStatusWords();
  const shown = [words.deployed(environment, serviceCount), words.drafted(environment)];
  return (
    <span className="inline-flex flex-wrap gap-1.5">
      {shown.map((one) => one && <StatusBadge key={one.word} state={one.state} word={one.word} hint={one.sentence} />)}
    </span>
  );
}
