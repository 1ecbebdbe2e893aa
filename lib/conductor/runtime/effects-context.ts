import type { Cloud } from '@/lib/cloud/cloud';
import type { Clock, DeploymentRecord, DeploymentStore, ReplyStore } from '@/lib/conductor/ports';
import type { CrashPoints } from './crash-points';
import type { Outbox } from './outbox';
import type { ReplyDesk } from './reply-desk';
import type { RetryPolicy } from './retry';
import type { RunControl } from './run-control';
import type { Steps } from './steps';

/** What the effects of one deployment work with. */
export interface EffectsContext {
  record: DeploymentRecord;
  cloud: Cloud;
  store: DeploymentStore;
  replies: ReplyStore;
  desk: ReplyDesk;
  clock: Clock;
  outbox: Outbox;
  steps: Steps;
  control: RunControl;
  crashPoints: CrashPoints;
  retries: RetryPolicy;
  maxPlanTimeoutMs: number;
}
