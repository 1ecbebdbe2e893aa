'use client';
import { Notice } from '@/components/ui/notice';
import { DeployAgain } from './deploy-again';
import type { RunUnit } from './run';

/** A deployment that somebody stopped: what it reached, what it left, and the way on. */
export function Stopped({
  environmentId,
  units,
  newest,
}: {
  environmentId: string;
  units: readonly RunUnit[];
  /** no other deployment has begun since */
  newest: boolean;
}) {
  const ready = units.filter((unit) => unit.state === 'ready').map((unit) => unit.title);
  const left = units.filter((unit) => unit.state !== 'ready').map((unit) => unit.title);
  return (
    <Notice
      tone="attention"
      title="This deployment was stopped"
      actions={newest && <DeployAgain environmentId={environmentId} />}
    >
      {ready.length > 0 && <p>Ready: {ready.join(', ')}.</p>}
      {left.length > 0 && <p>Left unfinished: {left.join(', ')}.</p>}
      <p>What was reached is kept. {newest && 'Deploy again to go on from there.'}</p>
    </Notice>
  );
}
