import { createAuth } from '@/lib/auth/auth';
import { SIGN_IN_LIFETIME } from '@/lib/auth/testing';
import type { Config } from '@/lib/config/env';
import { setContainer } from '@/lib/container';
import type { Container } from '@/lib/container/container';
import { createStreams } from '@/lib/container/streams';
import { createSecretBox } from '@/lib/crypto';
import type { TestDatabase } from '@/lib/db/testing';
import { createDatabaseWatch } from '@/lib/db/watch';
import { createKnownSecrets, createLog } from '@/lib/logging';
import { createMetrics } from '@/lib/metrics/metrics';
import { createCallerBudgets } from '@/lib/threads/caller-budgets';

export interface WrapperParts {
  container: Container;
  /** what was logged, parsed */
  lines: () => Record<string, unknown>[];
}

/**
 * Makes a container with everything the wrapper and sign-in need, real, and makes it the one of the process.
 * Parts that neither touches are missing: reading one throws.
 */
export function useWrapperParts(database: TestDatabase): WrapperParts {
  const written: string[] = [];
  const config: Config = {
    mode: 'test',
    databaseUrl: database.url,
    databasePoolSize: 10,
    dataDirectory: '/nonexistent',
    catalogDirectory: '/nonexistent',
    classConfigsDirectory: null,
    agents: { program: '/nonexistent', releaseKey: null, addresses: [] },
    secretKey: Buffer.alloc(32, 7),
    sessionSecret: 'a session secret for tests, 32 characters',
    baseUrl: 'https://vetro.test',
    timeScale: 0,
    probeSeconds: 20,
    maxItems: 2_000,
    operationRetries: { count: 0, seconds: 0 },
    hangSeconds: 0,
    standstillSeconds: 0,
    maxRuns: 24,
    maxRunsOfTenant: 18,
    maxLagMs: 0,
    callerCpuSeconds: 60,
    seed: null,
    logLevel: 'debug',
    tokenLifetimeSeconds: 12 * 3600,
    signIn: SIGN_IN_LIFETIME,
    stepUpSeconds: 15 * 60,
    proxies: 0,
    adminPassword: null,
    metricsToken: null,
    retention: { records: 30, logs: 90, history: 730, audit: 1_095 },
    auditCopies: { targets: [], required: false },
    cloud: 'embedded',
    regions: [],
    openStack: null,
    oidc: null,
  };
  const secrets = createKnownSecrets();
  const parts = {
    config,
    log: createLog({
      level: 'debug',
      secrets,
      destination: { write: (line) => void written.push(line) },
    }),
    db: database.db,
    database: createDatabaseWatch(database.url),
    box: createSecretBox(config.secretKey, { onOpened: secrets.add }),
    auth: createAuth({
      db: database.db,
      sessionSecret: config.sessionSecret,
      tokenLifetimeSeconds: config.tokenLifetimeSeconds,
      signIn: config.signIn,
    }),
    streams: createStreams(),
    loopLag: { ms: () => 0, end: () => undefined },
    callerBudgets: createCallerBudgets(config.callerCpuSeconds),
    metrics: createMetrics({
      version: 'test',
      numbers: () => Promise.reject(new Error('nothing is counted here')),
    }),
  };
  const container = new Proxy(parts, {
    get(target, name) {
      // A container travels through promises, which ask for this.
      if (name === 'then') return undefined;
      if (name in target) return target[name as keyof typeof target];
      throw new Error(`the container of this test has no ${String(name)}`);
    },
  }) as unknown as Container;
  setContainer(Promise.resolve(container));
  return { container, lines: () => written.map((line) => JSON.parse(line) as Record<string, unknown>) };
}
