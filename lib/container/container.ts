import type { Auth } from '@/lib/auth/auth';
import type { Catalog } from '@/lib/catalog';
import type { PackageSwitches } from '@/lib/catalog/switches';
import type { Conductor } from '@/lib/conductor';
import type { Config } from '@/lib/config/env';
import type { SecretBox } from '@/lib/crypto';
import type { Db } from '@/lib/db/client';
import type { EventHub } from '@/lib/db/event-hub';
import type { DatabaseWatch } from '@/lib/db/watch';
import type { Log } from '@/lib/logging';
import type { Metrics } from '@/lib/metrics/metrics';
import type { PolicyTemplate } from '@/lib/model/policies/policy-file';
import type { Offer } from '@/lib/model/service-type';
import type { Cloud } from '@/lib/ports/cloud/cloud';
import type { PolicyChecker } from '@/lib/ports/policies';
import type { CallerBudgets } from '@/lib/threads/caller-budgets';
import type { LoopLag } from '@/lib/threads/loop-lag';
import type { Streams } from './streams';
import type { TtlCache } from './ttl-cache';

/** The one set of parts of a process. Only the HTTP wrapper and the process's start reach for it. */
export interface Container {
  config: Config;
  log: Log;
  db: Db;
  /** whether the database answers, for requests, which must not wait for one that does not */
  database: DatabaseWatch;
  box: SecretBox;
  auth: Auth;
  cloud: Cloud;
  /** what the cloud offered a tenant a moment ago, for checks that come by the hundred */
  recentOffers: TtlCache<Offer>;
  /** its service types say whether their package is offered */
  catalog: Catalog;
  /** which packages are offered to whom */
  switches: PackageSwitches;
  conductor: Conductor;
  /** asks policies beside the server */
  policies: PolicyChecker;
  /** the policies that the installation ships ready */
  policyTemplates: readonly PolicyTemplate[];
  events: EventHub;
  streams: Streams;
  metrics: Metrics;
  /** how far the event loop of this process lags */
  loopLag: LoopLag;
  /** the processor time of those who ask for much */
  callerBudgets: CallerBudgets;
  /** what runs here, and since when */
  process: { version: string; startedAt: Date };
}
