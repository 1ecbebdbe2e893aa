import type { Problem } from '@/lib/errors';
import type { PlanCommand } from '@/lib/formats/execution-plan/plan';
import type { ClassConfigs } from '@/lib/model/class-configs';
import type { PackageLock } from '@/lib/model/package-lock';
import type { RunPlan } from '@/lib/model/progress/projection';
import type { SuspensionStep } from '@/lib/model/progress/suspension-steps';
import type { ResourceForecast } from '@/lib/ports/cloud/cloud';
import type { ReportRequest, RunRecord, SuspensionRequest } from '@/lib/ports/conductor';

/** The deployment to play through: as the conductor would load it, without an id of its own. */
export type PreviewJob = Omit<RunRecord, 'id'> & {
  /** fires once nobody waits for the preview any more: it is left off */
  signal?: AbortSignal;
  /** how long it may take, in milliseconds; five seconds when somebody waits for the answer */
  longestMs?: number;
  /** the versions that it goes by and what operators give to classes, where both are found already */
  versions?: JobVersions;
};

/** What a run goes by to its end, whatever changes in the catalog meanwhile. */
export interface JobVersions {
  lock: PackageLock;
  classConfigs?: ClassConfigs | undefined;
}

/** One thing that a deployment would do to the world. */
export type PredictedStep =
  /** `resources`: every one of the stack before and after, those that stay as they are too */
  { effect: 'stack.update' | 'stack.delete'; resources: ResourceForecast[] } | PredictedPlan | PredictedSuspension;

export interface PredictedPlan {
  effect: 'plan';
  serviceId: string;
  unitId: string;
  /** the machine's name */
  host: string;
  /** the plan's template: "InstallIIS" */
  title: string;
  /** full name of its package; null: unknown */
  package: string | null;
  /** in order; secrets sealed, what nobody knows yet as phrases in ‹ › */
  commands: PlanCommand[];
  /** whether the machine restarts after it */
  reboots: boolean;
}

/** Machines that are suspended or resumed: one, or all of the environment. */
export interface PredictedSuspension {
  effect: SuspensionStep;
  machine: SuspensionRequest['machine'] | null;
}

/** What a deployment would do, with how long it takes. */
export interface Prediction extends PlayedThrough {
  /** the same steps with how long each takes, at the usual speed of machines */
  plan: RunPlan;
}

/** What a deployment would do. Secrets are sealed wherever they appear. */
export interface PlayedThrough {
  /** rounds follow each other; the steps of one run side by side */
  rounds: PredictedStep[][];
  /** what becomes of each resource in the end, over all rounds */
  resources: ResourceForecast[];
  /** what it would tell people meanwhile */
  reports: ReportRequest[];
  /** what would go wrong: what the cloud refuses, what is wrong with a package */
  problems: Problem[];
  /** the one of them that stops it for sure, whatever machines and the cloud answer; null where that is open */
  certain: Problem | null;
  /** false when time was up before the end: then there is more to come than is predicted */
  complete: boolean;
}
