import { pickedRun } from '@/lib/conductor/software';
import type { JsonObject } from '@/lib/model/json';
import type { Report } from './case';
import type { MemoryCloud, MemoryRow } from './memory-stack';

/** The programs in the servers, one in each: they take configs and answer what the scenario says. */
export class Agents {
  readonly runs: JsonObject[] = [];
  private readonly seen = new Set<string>();
  private reports: Report[] = [];
  private offline: ReadonlySet<string> = new Set();

  constructor(
    private readonly cloud: MemoryCloud,
    private readonly signal: (deployment: MemoryRow, details: JsonObject) => void,
  ) {}

  /** From now on they answer with these. */
  prepare(reports: readonly Report[], offline: readonly string[]): void {
    this.reports = [...reports];
    this.offline = new Set(offline);
    this.runs.length = 0;
  }

  /** Each reads the list of its server. @returns whether one took something new */
  look(): boolean {
    const before = this.seen.size;
    for (const server of [...this.cloud.rows]) {
      if (server.type !== 'OS::Nova::Server' || this.offline.has(server.name)) continue;
      const here = [...this.cloud.rows].filter(
        (row) => row.deployment && row.definition.properties.server === server.physicalId,
      );
      const configs = here.flatMap(({ deployment }) => deployment?.derived ?? []);
      for (const derived of configs.sort((a, b) => (a.name < b.name ? -1 : Number(a.name > b.name)))) {
        const row = here.find(({ deployment }) => deployment?.derived?.id === derived.id);
        if (!row || this.seen.has(derived.id)) continue;
        this.seen.add(derived.id);
        const { action, tool, config, inputs } = pickedRun(derived);
        const deployment = String(inputs.deploy_resource_name);
        this.runs.push({ server: server.name, deployment, action, tool, config, inputs });
        const report = this.take(deployment, action);
        if (report && inputs.deploy_signal_transport !== 'NO_SIGNAL') this.signal(row, report);
      }
    }
    return this.seen.size > before;
  }

  /** Reports for one deployment and action are given in order; the last one again and again. */
  private take(deployment: string, action: string): JsonObject | null {
    const fits = (report: Report) => report.deployment === deployment && report.action === action;
    const at = this.reports.findIndex(fits);
    const found = this.reports[at];
    if (found && this.reports.filter(fits).length > 1) this.reports.splice(at, 1);
    return found?.report ?? null;
  }
}
