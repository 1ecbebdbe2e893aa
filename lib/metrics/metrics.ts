import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

/** What the installation counts in its database, for gauges. */
export interface InstallationNumbers {
  /** deployments ever, by stored state */
  deployments: { state: string; count: number }[];
  /** seconds that the oldest queued deployment has waited; null: none waits */
  oldestQueuedSeconds: number | null;
  environments: number;
  /** machines that failed or whose agent is silent; null where it cannot be told */
  troubledMachines: { state: string; count: number }[] | null;
}

export interface Metrics {
  /** one request has been answered; a stream counts until its first byte */
  request(operation: string, method: string, status: number, durationMs: number): void;
  /** an effect of a deployment is over: a change of a stack, or a plan */
  effect(effect: string, outcome: string, durationMs: number): void;
  /** the requests that were answered: how many, how many of them with 400 or more, and how quickly */
  requests(): Promise<{ count: number; errors: number; averageMs: number }>;
  /** everything, in Prometheus' text format */
  exposition(): Promise<{ contentType: string; text: string }>;
}

export interface MetricsOptions {
  version: string;
  /** asked at each scrape; when it fails the gauges are missing and `vetro_database_up` is 0 */
  numbers: () => Promise<InstallationNumbers>;
}

const REQUEST_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const EFFECT_SECONDS = [1, 5, 15, 30, 60, 120, 300, 600, 1_800, 3_600];

/** Makes the counters of one process. Labels are few and known: operations, methods, statuses, states. */
export function createMetrics({ version, numbers }: MetricsOptions): Metrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  new Gauge({ name: 'vetro_build_info', help: 'The version that runs; always 1.', labelNames: ['version'], registers })
    .labels(version)
    .set(1);
  const requests = new Counter({
    name: 'vetro_http_requests_total',
    help: 'Requests answered by the API.',
    labelNames: ['operation', 'method', 'status'],
    registers,
  });
  const durations = new Histogram({
    name: 'vetro_http_request_duration_seconds',
    help: 'Time until an answer of the API was ready.',
    // Each label more is multiplied by the buckets: how requests ended is what the counter tells.
    labelNames: ['operation'],
    buckets: REQUEST_SECONDS,
    registers,
  });
  const effects = new Histogram({
    name: 'vetro_effect_duration_seconds',
    help: 'Time that effects of deployments took: changes of stacks, and plans on machines.',
    labelNames: ['effect', 'outcome'],
    buckets: EFFECT_SECONDS,
    registers,
  });
  const gauge = <L extends string>(name: string, help: string, labelNames: L[] = []) =>
    new Gauge({ name, help, labelNames, registers });
  const up = gauge('vetro_database_up', 'Whether the database answered at this scrape.');
  const deployments = gauge('vetro_deployments', 'Deployments there are, by state.', ['state']);
  const waiting = gauge('vetro_queue_oldest_seconds', 'How long the oldest queued deployment has waited.');
  const environments = gauge('vetro_environments', 'Environments that exist.');
  const machines = gauge('vetro_machines_troubled', 'Machines that failed or whose agent is silent.', ['state']);

  async function refresh(): Promise<void> {
    for (const one of [deployments, waiting, environments, machines]) one.reset();
    try {
      const now = await numbers();
      for (const { state, count } of now.deployments) deployments.labels(state).set(count);
      waiting.set(now.oldestQueuedSeconds ?? 0);
      environments.set(now.environments);
      for (const { state, count } of now.troubledMachines ?? []) machines.labels(state).set(count);
      up.set(1);
    } catch {
      // A scrape must tell that the database is down, not fail with it.
      up.set(0);
    }
  }

  return {
    request: (operation, method, status, durationMs) => {
      requests.labels(operation, method, String(status)).inc();
      durations.labels(operation).observe(durationMs / 1_000);
    },
    effect: (effect, outcome, durationMs) => effects.labels(effect, outcome).observe(durationMs / 1_000),
    requests: async () => {
      const answered = (await requests.get()).values;
      const timed = (await durations.get()).values;
      const totalOf = (suffix: string) =>
        timed.reduce((sum, one) => (one.metricName?.endsWith(suffix) ? sum + one.value : sum), 0);
      const sum = (values: typeof answered) => values.reduce((total, { value }) => total + value, 0);
      const times = totalOf('_count');
      return {
        count: sum(answered),
        errors: sum(answered.filter(({ labels }) => Number(labels.status) >= 400)),
        averageMs: times === 0 ? 0 : (totalOf('_sum') / times) * 1_000,
      };
    },
    exposition: async () => {
      await refresh();
      return { contentType: registry.contentType, text: await registry.metrics() };
    },
  };
}
