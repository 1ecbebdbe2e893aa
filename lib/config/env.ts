import path from 'node:path';
import { z } from 'zod';
import type { AgentSettings } from '@/lib/cloud/agents/program';
import { CLOUD_NAMES, type CloudName } from '@/lib/cloud/drivers';
import { type OpenStackSettings, readOpenStackSettings } from '@/lib/cloud/openstack/read-settings';
import { AgentKeySchema } from '@/lib/model/agent-calls';
import type { AuditCopySettings } from '@/lib/model/audit-copy';
import { RegionNames } from '@/lib/model/region-names';
import type { Retention } from '@/lib/model/retention';
import { schemaWords } from '@/lib/model/schema-words';
import { readAuditCopySettings } from './audit-copy-settings';
import { readOrCreateKey } from './key-file';
import { type OidcSettings, readOidcSettings } from './oidc-settings';

/** The settings of a process, checked once at its start. */
export interface Config {
  /** in production answers are not checked against their declaration */
  mode: 'production' | 'development' | 'test';
  databaseUrl: string;
  databasePoolSize: number;
  /** absolute path of the folder for keys and other local files */
  dataDirectory: string;
  /** where the packages that ship are */
  catalogDirectory: string;
  /** where files with values for properties of classes are; null: there are none */
  classConfigsDirectory: string | null;
  /** the agent that machines get, and what all agents keep */
  agents: AgentSettings;
  /** 32 bytes: seals secrets in the database */
  secretKey: Buffer;
  /** encrypts the dashboard's sign-in cookie */
  sessionSecret: string;
  /** where people and API clients reach this server, without a slash at the end */
  baseUrl: string;
  /** how fast the embedded cloud's time goes: 1 as in the demo, 0 no waiting at all */
  timeScale: number;
  /** how often the machines of an environment are probed from outside, in seconds */
  probeSeconds: number;
  /** entries that one list or map of a program of objects may have */
  maxItems: number;
  /** how often an operation on a machine is tried again that failed in passing, and after how many seconds */
  operationRetries: { count: number; seconds: number };
  /** how long another process may show no life before its runs are taken over, in seconds; 0 for ever */
  hangSeconds: number;
  /** how long the event loop may stand still before the process is ended, in seconds; 0 for ever */
  standstillSeconds: number;
  /** runs that this process carries out at a time, and how many of them may be of one tenant */
  maxRuns: number;
  maxRunsOfTenant: number;
  /** how long the event loop may let wait before what is expensive is refused, in milliseconds; 0: for ever */
  maxLagMs: number;
  /** processor time that expensive requests of one user may take a minute, in seconds; 0: no limit */
  callerCpuSeconds: number;
  seed: 'demo' | null;
  logLevel: 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'silent';
  tokenLifetimeSeconds: number;
  /** how long a sign-in to the dashboard lasts: without use, and however much it is used */
  signIn: { idleSeconds: number; longestSeconds: number };
  /** how old the proof of who somebody is may be, in seconds, before what destroys or reveals in the dashboard; 0: any */
  stepUpSeconds: number;
  /** how many reverse proxies before us append to X-Forwarded-For; with 0 the header is not believed at all */
  proxies: number;
  /** of the first administrator, when a database has none */
  adminPassword: string | null;
  /** who may read /metrics from elsewhere; null: only this machine */
  metricsToken: string | null;
  /** how long what is over is kept, in days; 0 keeps it for ever */
  retention: Retention;
  /** what the audit log is copied to */
  auditCopies: AuditCopySettings;
  /** which driver carries environments out */
  cloud: CloudName;
  /** the regions that environments may be in, the usual one first; none: there is one, which has no name */
  regions: readonly string[];
  /** how the OpenStack is reached, where that is the cloud */
  openStack: OpenStackSettings | null;
  /** the OpenID Connect provider by which people may sign in, too; null: none */
  oidc: OidcSettings | null;
}

const AGENT_PROGRAM = path.resolve('agent/generated/vetro-agent.mjs');

const number = (least: number, most: number) =>
  z
    .string()
    .refine((text) => text.trim() !== '' && Number(text) >= least && Number(text) <= most, {
      error: `must be a number from ${least} to ${most}`,
    })
    .transform(Number);
const url = (schemes: RegExp, kind: string) =>
  z.string().refine((text) => URL.canParse(text) && schemes.test(new URL(text).protocol), {
    error: `must be ${kind}`,
  });
const httpUrl = url(/^https?:$/, 'an http or https address, like https://vetro.example.com');

/** Addresses between blanks or commas, without a slash at their end. */
const addresses = z
  .string()
  .transform((text) => text.split(/[\s,]+/).filter((one) => one !== ''))
  .pipe(z.array(httpUrl.transform(withoutSlash)).max(10, 'must be ten addresses at most'));

const Environment = z.object({
  NODE_ENV: z.enum(['production', 'development', 'test']).default('production'),
  DATABASE_URL: url(/^postgres(ql)?:$/, 'a PostgreSQL address, like postgresql://user:password@host:5432/vetro'),
  VETRO_DATABASE_POOL: number(1, 1000).default(20),
  VETRO_DATA_DIR: z.string().min(1).default('.data'),
  VETRO_CATALOG_DIR: z.string().min(1).default('catalog'),
  VETRO_CLASS_CONFIGS: z.string().min(1).optional(),
  VETRO_SECRET_KEY: z
    .string()
    .refine((text) => Buffer.from(text, 'base64').length === 32, {
      error: 'must be 32 bytes in base64; make one with: openssl rand -base64 32',
    })
    .optional(),
  NEXTAUTH_SECRET: z.string().min(32, 'must be 32 characters or more').optional(),
  NEXTAUTH_URL: httpUrl.optional(),
  VETRO_BASE_URL: httpUrl.optional(),
  PORT: number(1, 65_535).default(3000),
  VETRO_TIME_SCALE: number(0, 1000).default(1),
  VETRO_PROBE_SECONDS: number(1, 3600).default(20),
  VETRO_MAX_ITEMS: number(2_000, 100_000).default(2_000),
  VETRO_OPERATION_RETRIES: number(0, 100).default(2),
  VETRO_OPERATION_RETRY_SECONDS: number(0, 3600).default(15),
  VETRO_STANDSTILL_SECONDS: number(0, 3600).default(30),
  VETRO_HANG_SECONDS: number(0, 3600).default(5),
  VETRO_MAX_RUNS: number(1, 200).default(24),
  VETRO_MAX_RUNS_PER_TENANT: number(1, 200).default(18),
  VETRO_MAX_LAG_MS: number(0, 60_000).default(500),
  VETRO_CALLER_CPU_SECONDS: number(0, 36_000).default(180),
  VETRO_SEED: z.enum(['demo', '']).default(''),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  VETRO_TOKEN_HOURS: number(0.01, 24 * 30).default(12),
  VETRO_SIGN_IN_IDLE_HOURS: number(0.01, 24 * 30).default(12),
  VETRO_SIGN_IN_DAYS: number(0.01, 365).default(7),
  VETRO_STEP_UP_MINUTES: number(0, 10_080).default(15),
  VETRO_PROXIES: number(0, 10).default(0),
  VETRO_ADMIN_PASSWORD: z.string().min(10, 'must be 10 characters or more').optional(),
  VETRO_METRICS_TOKEN: z.string().min(16, 'must be 16 characters or more').optional(),
  VETRO_RETENTION_DAYS: number(0, 36_500).default(30),
  VETRO_LOG_DAYS: number(0, 36_500).default(90),
  VETRO_HISTORY_DAYS: number(0, 36_500).default(730),
  VETRO_AUDIT_DAYS: number(0, 36_500).default(1_095),
  VETRO_REGIONS: RegionNames.default([]),
  VETRO_AGENT_RELEASE_KEY: AgentKeySchema.optional(),
  VETRO_AGENT_ADDRESSES: addresses.default([]),
  VETRO_CLOUD: z.enum(CLOUD_NAMES, { error: `must be one of: ${CLOUD_NAMES.join(', ')}` }).default('embedded'),
});

/**
 * Reads the settings from the environment: the only reader of `process.env` in the product. Keys that are not
 * given are generated once and kept in the data directory, readable by its owner alone.
 *
 * @throws Error that names every variable that is missing or wrong and says what it must be
 */
export function loadConfig(env: Record<string, string | undefined> = process.env): Config {
  const checked = check(env);
  if (!('settings' in checked)) throw wrongSettings(checked.problems);
  const { settings, openStack, oidc, auditCopies } = checked;
  const dataDirectory = path.resolve(settings.VETRO_DATA_DIR);
  return {
    mode: settings.NODE_ENV,
    databaseUrl: settings.DATABASE_URL,
    databasePoolSize: settings.VETRO_DATABASE_POOL,
    dataDirectory,
    catalogDirectory: path.resolve(settings.VETRO_CATALOG_DIR),
    classConfigsDirectory: settings.VETRO_CLASS_CONFIGS ? path.resolve(settings.VETRO_CLASS_CONFIGS) : null,
    agents: agentSettingsOf(settings),
    secretKey: settings.VETRO_SECRET_KEY
      ? Buffer.from(settings.VETRO_SECRET_KEY, 'base64')
      : readOrCreateKey(path.join(dataDirectory, 'secret.key')),
    sessionSecret:
      settings.NEXTAUTH_SECRET ?? readOrCreateKey(path.join(dataDirectory, 'session.key')).toString('base64'),
    baseUrl: baseUrlOf(settings),
    timeScale: settings.VETRO_TIME_SCALE,
    probeSeconds: settings.VETRO_PROBE_SECONDS,
    maxItems: settings.VETRO_MAX_ITEMS,
    operationRetries: {
      count: Math.round(settings.VETRO_OPERATION_RETRIES),
      seconds: settings.VETRO_OPERATION_RETRY_SECONDS,
    },
    hangSeconds: settings.VETRO_HANG_SECONDS,
    standstillSeconds: settings.VETRO_STANDSTILL_SECONDS,
    maxRuns: settings.VETRO_MAX_RUNS,
    maxRunsOfTenant: Math.min(settings.VETRO_MAX_RUNS, settings.VETRO_MAX_RUNS_PER_TENANT),
    maxLagMs: settings.VETRO_MAX_LAG_MS,
    callerCpuSeconds: settings.VETRO_CALLER_CPU_SECONDS,
    seed: settings.VETRO_SEED === 'demo' ? 'demo' : null,
    logLevel: settings.LOG_LEVEL,
    tokenLifetimeSeconds: Math.round(settings.VETRO_TOKEN_HOURS * 3600),
    signIn: {
      idleSeconds: Math.round(settings.VETRO_SIGN_IN_IDLE_HOURS * 3600),
      longestSeconds: Math.round(settings.VETRO_SIGN_IN_DAYS * 24 * 3600),
    },
    stepUpSeconds: Math.round(settings.VETRO_STEP_UP_MINUTES * 60),
    proxies: settings.VETRO_PROXIES,
    adminPassword: settings.VETRO_ADMIN_PASSWORD ?? null,
    metricsToken: settings.VETRO_METRICS_TOKEN ?? null,
    retention: {
      records: settings.VETRO_RETENTION_DAYS,
      logs: settings.VETRO_LOG_DAYS,
      history: settings.VETRO_HISTORY_DAYS,
      audit: settings.VETRO_AUDIT_DAYS,
    },
    auditCopies,
    cloud: settings.VETRO_CLOUD,
    regions: settings.VETRO_REGIONS,
    openStack,
    oidc,
  };
}

/**
 * The same check for whoever only looks; no keys are made.
 *
 * @returns a sentence for each setting that is missing or wrong, and what could be read all the same
 */
export function checkSettings(env: Record<string, string | undefined>): {
  problems: string[];
  databaseUrl: string | null;
  openStack: OpenStackSettings | null;
  /** where machines are servers of a pool */
  pool: { baseUrl: string; agents: AgentSettings } | null;
} {
  const checked = check(env);
  if (!('settings' in checked)) {
    const url = Environment.shape.DATABASE_URL.safeParse(env.DATABASE_URL);
    return { problems: checked.problems, databaseUrl: url.success ? url.data : null, openStack: null, pool: null };
  }
  const { DATABASE_URL: databaseUrl, VETRO_CLOUD: cloud } = checked.settings;
  const pool =
    cloud === 'pool' ? { baseUrl: baseUrlOf(checked.settings), agents: agentSettingsOf(checked.settings) } : null;
  return { problems: [], databaseUrl, openStack: checked.openStack, pool };
}

interface CheckedSettings {
  settings: z.infer<typeof Environment>;
  openStack: OpenStackSettings | null;
  oidc: OidcSettings | null;
  auditCopies: AuditCopySettings;
}

function check(env: Record<string, string | undefined>): CheckedSettings | { problems: string[] } {
  const given = Object.fromEntries(
    Object.entries(env).filter(([name, value]) => value !== '' || name === 'VETRO_SEED'),
  );
  const parsed = Environment.safeParse(given, { error: schemaWords });
  const problems = (parsed.error?.issues ?? []).map((issue) => {
    const name = String(issue.path[0]);
    return given[name] === undefined ? `${name} is not set` : `${name} ${issue.message.replace(/^This /, '')}`;
  });
  const isOpenStack = given.VETRO_CLOUD === 'openstack';
  if (!isOpenStack && given.VETRO_IDENTITY === 'keystone')
    problems.push('VETRO_IDENTITY is keystone, which needs VETRO_CLOUD=openstack and the variables OS_*');
  if (given.VETRO_CLOUD === 'pool' && given.VETRO_REGIONS !== undefined)
    problems.push('VETRO_REGIONS is for an OpenStack and the embedded cloud: servers of a pool are in no regions');
  const openStack = isOpenStack ? readOpenStackSettings(given) : null;
  const oidc = readOidcSettings(given);
  const copies = readAuditCopySettings(given);
  for (const read of [openStack, oidc, copies]) if (read && 'problems' in read) problems.push(...read.problems);
  if (!parsed.success || problems.length > 0 || 'problems' in copies) return { problems };
  return {
    ...{ settings: parsed.data, openStack: settingsOf(openStack), oidc: settingsOf(oidc) },
    auditCopies: copies.settings,
  };
}

function settingsOf<T>(read: { settings: T } | { problems: string[] } | null): T | null {
  return read && 'settings' in read ? read.settings : null;
}

function baseUrlOf({ VETRO_BASE_URL: own, NEXTAUTH_URL: nextAuth, PORT: port }: z.infer<typeof Environment>): string {
  return withoutSlash(own ?? nextAuth ?? `http://localhost:${port}`);
}

function withoutSlash(address: string): string {
  return address.replace(/\/+$/, '');
}

function agentSettingsOf({
  VETRO_AGENT_RELEASE_KEY: releaseKey,
  VETRO_AGENT_ADDRESSES: addresses,
}: z.infer<typeof Environment>): AgentSettings {
  return { program: AGENT_PROGRAM, releaseKey: releaseKey ?? null, addresses };
}

function wrongSettings(lines: readonly string[]): Error {
  return new Error(`Vetro cannot start with these settings:\n  ${lines.join('\n  ')}`);
}

/** next-auth takes its own address from the environment alone; it must be the one we are reached at. */
export function setNextAuthAddress(baseUrl: string): void {
  process.env.NEXTAUTH_URL ??= baseUrl;
}
