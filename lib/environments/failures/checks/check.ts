import type { Service, Unit } from '@/lib/model/environment';
import type { Finding } from '@/lib/model/failure-findings';
import type { Failure } from '@/lib/model/progress/failure';
import type { Offer } from '@/lib/model/service-type';
import type { MachineReading } from '@/lib/ports/cloud/inspection';

/** A machine as a check sees it. */
export interface SeenMachine {
  host: string;
  service: Service;
  unit: Unit;
  /** null: there is no such machine, or the cloud cannot tell; see `isInspected` */
  reading: MachineReading | null;
}

/** What a check looks at. */
export interface Scene {
  failure: Failure;
  /** whether the cloud tells anything of single machines */
  isInspected: boolean;
  /** the one that failed; null when no single one did */
  machine: SeenMachine | null;
  /** those that it asks for names */
  nameServers: readonly SeenMachine[];
  offer(): Promise<Offer>;
}

/** One thing that Vetro looks at by itself after a failure: a file here and a line in `index.ts`. */
export interface Check {
  id: Finding['check'];
  /** null: it has nothing to do with this failure */
  run(scene: Scene): Promise<Omit<Finding, 'check'> | null>;
}

const NOT_HERE = 'This cannot be looked at on this cloud.';

/** What is said where the cloud cannot tell. */
export function unknown(machines: readonly string[]): Omit<Finding, 'check'> {
  return { state: 'unknown', machines: [...machines], sentence: NOT_HERE };
}
