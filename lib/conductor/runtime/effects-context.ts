import type { Stacks } from '@/lib/conductor/stacks/stacks';
import type { Cloud, CloudScope } from '@/lib/ports/cloud/cloud';
import type { Clock, LoadedPackages, ReplyStore, RunRecord, StackRules } from '@/lib/ports/conductor';
import type { Checkpoints } from './checkpoints';
import type { CrashPoints } from './crash-points';
import type { Outbox } from './outbox';
import type { ReplyCorrelator } from './reply-correlator';
import type { RetryPolicy } from './retry';
import type { RunControl } from './run-control';
import type { Steps } from './steps';

/** What the effects of one deployment work with. */
export interface EffectsContext {
  record: RunRecord;
  /** where the stacks of its environment are */
  scope: CloudScope;
  cloud: Cloud;
  stacks: Stacks;
  replies: ReplyStore;
  replyCorrelator: ReplyCorrelator;
  clock: Clock;
  checkpoints: Checkpoints;
  outbox: Outbox;
  steps: Steps;
  control: RunControl;
  /** ends effects under way */
  endSignal: AbortSignal;
  crashPoints: CrashPoints;
  retries: RetryPolicy;
  stackRules?: StackRules | undefined;
  maxPlanTimeoutMs: number;
  /** what packages say of their steps; nothing until they are loaded */
  guide: () => NonNullable<LoadedPackages['steps']>;
}

/** How fast simulated machines are as an effect begins, for its event: how long it took tells nothing without. */
export function atSpeed({ simulation }: Pick<Cloud, 'simulation'>, tenantId: string): { speed?: number } {
  const speed = simulation?.clock.speed(tenantId) ?? 1;
  return speed === 1 ? {} : { speed };
}
