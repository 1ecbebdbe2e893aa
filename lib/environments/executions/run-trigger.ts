import type { Tx } from '@/lib/db/client';
import type { JsonObject } from '@/lib/model/json';

/** What begins a run where nobody pressed a button. */
export interface RunTrigger {
  /** the first line of its log, a sentence */
  report: string;
  /** for the audit log */
  details: JsonObject;
  /** part of the transaction that begins the run: it begins only when this resolves */
  note(tx: Tx, runId: string): Promise<void>;
}
