import os from 'node:os';
import path from 'node:path';
import { seedDemo } from '@/lib/auth/seed';
import { SIGN_IN_LIFETIME } from '@/lib/auth/testing';
import { readLibrary } from '@/lib/catalog/library';
import { readShipped } from '@/lib/catalog/shipped';
import type { AgentSettings } from '@/lib/cloud/agents/program';
import type { OpenStackSettings } from '@/lib/cloud/openstack/read-settings';
import { type ConductorOptions, RUN_OVER_SIGNAL } from '@/lib/conductor';
import type { Config } from '@/lib/config/env';
import { setContainer } from '@/lib/container';
import { type ContainerOptions, createContainer, type RunningContainer } from '@/lib/container/create-container';
import { newId } from '@/lib/crypto';
import type { Db } from '@/lib/db/client';
import type { EventHub } from '@/lib/db/event-hub';
import { createPackageStore } from '@/lib/db/packages';
import { createTestDatabase, type EarlierRelease, type Filling } from '@/lib/db/testing';
import { faultsOf } from '@/lib/environments/faults/simulated';
import type { Role } from '@/lib/model/actor';
import type { Json, JsonObject } from '@/lib/model/json';
import type { Faults } from '@/lib/ports/cloud/faults';
import { createSharedThreadPool } from '@/lib/threads/testing/shared-pools';
import { startHttpServer } from './http-server';

/** What an API call answered. */
export interface ApiResponse {
  status: number;
  /** parsed; undefined when the body is empty */
  json: Json | undefined;
  text: string;
  headers: Headers;
}

export interface CallOptions {
  body?: unknown;
  /** X-Configuration-Session */
  session?: string;
  headers?: Record<string, string>;
}

/** An API client with the token of one user in one tenant. */
export interface Client {
  userId: string;
  tenantId: string;
  token: string;
  call(method: string, path: string, options?: CallOptions): Promise<ApiResponse>;
  /** calls and returns the response's JSON object; throws unless the status is 200 */
  ok(method: string, path: string, options?: CallOptions): Promise<JsonObject>;
  /** calls back whenever a run is over, whoever's it is. @returns a function that ends that */
  onRunOver(handler: () => void): () => void;
}

/** The whole product but Next's own server, on a database of its own: real routes, conductor and cloud. */
export interface Product {
  url: string;
  container: RunningContainer;
  db: Db;
  /** what is to go wrong on purpose */
  faults: Faults;
  /** every log line so far */
  logLines: string[];
  admin: Client;
  member: Client;
  /** another member of the same tenant */
  colleague: Client;
  reader: Client;
  /** a member of another tenant with no role in this one */
  stranger: Client;
  /** a client for someone else */
  clientOf(userName: string, tenantName: string, role: Role): Promise<Client>;
  /** a client with any token, or none */
  anonymous(token?: string): Client;
  close(): Promise<void>;
}

const TENANT = 'Contoso';

/**
 * Starts the product for one test file. Machines take no time.
 *
 * @param timeScale 0 by default; 1 is the demo's speed
 * @param catalogDirectory the packages that ship by default
 * @param classConfigsDirectory files with values for properties of classes; none by default
 * @param agents the agent that servers get, and what all agents keep: the program of the build and nothing by default
 * @param conductor how deployments are carried out, where that is not as usual
 * @param earlier begins with the database of an earlier release
 * @param cloud the embedded one when left out
 * @param openStack how it is reached, where that is the cloud
 * @param threadLimits ceilings of the threads that read packages and ask policies, where they are not as usual
 * @param wrapCloud stands in for parts of the cloud
 * @param auditCopies what the audit log is copied to; nothing by default
 * @param callerCpuSeconds processor time of a user a minute, by default a third of what is usual
 * @param lagMs what is measured of the event loop, of which 250 ms are allowed; by default nothing is refused for that
 * @param serverUrl a PostgreSQL to make its database on, instead of the one that all tests share
 */
export async function startProduct({
  timeScale = 0,
  catalogDirectory = path.resolve('catalog'),
  classConfigsDirectory = null,
  agents = {},
  conductor = {},
  earlier,
  serverUrl,
  cloud = 'embedded',
  openStack = null,
  regions = [],
  threadLimits = {},
  wrapCloud,
  auditCopies = { targets: [], required: false },
  callerCpuSeconds = 60,
  lagMs,
}: {
  timeScale?: number;
  catalogDirectory?: string;
  classConfigsDirectory?: string | null;
  agents?: Partial<AgentSettings>;
  conductor?: ConductorOptions;
  earlier?: EarlierRelease;
  serverUrl?: string;
  cloud?: Config['cloud'];
  openStack?: OpenStackSettings | null;
  regions?: Config['regions'];
  threadLimits?: ContainerOptions['threadLimits'];
  wrapCloud?: ContainerOptions['wrapCloud'];
  auditCopies?: Config['auditCopies'];
  callerCpuSeconds?: number;
  lagMs?: () => number;
} = {}): Promise<Product> {
  const own = serverUrl !== undefined || earlier !== undefined;
  const database = await createTestDatabase({
    serverUrl,
    earlier,
    filled: own ? undefined : await demoIn(catalogDirectory),
  });
  if (own) await seedDemo(database.db);
  const logLines: string[] = [];
  const config: Config = {
    mode: 'test',
    databaseUrl: database.url,
    databasePoolSize: 15,
    dataDirectory: os.tmpdir(),
    catalogDirectory,
    classConfigsDirectory,
    agents: { program: path.resolve('agent/generated/vetro-agent.mjs'), releaseKey: null, addresses: [], ...agents },
    secretKey: Buffer.alloc(32, 7),
    sessionSecret: 'a session secret for tests, 32 characters',
    baseUrl: 'http://127.0.0.1',
    timeScale,
    probeSeconds: 20,
    maxItems: 2_000,
    // what fails in a test is to fail; whoever wants another try asks for it
    operationRetries: { count: 0, seconds: 0 },
    hangSeconds: 0,
    standstillSeconds: 0,
    maxRuns: 24,
    maxRunsOfTenant: 18,
    maxLagMs: lagMs ? 250 : 0,
    callerCpuSeconds,
    seed: null,
    logLevel: 'debug',
    tokenLifetimeSeconds: 3600,
    signIn: SIGN_IN_LIFETIME,
    stepUpSeconds: 15 * 60,
    proxies: 0,
    adminPassword: null,
    metricsToken: null,
    retention: { records: 30, logs: 90, history: 730, audit: 1_095 },
    auditCopies,
    cloud,
    regions,
    openStack,
    oidc: null,
  };
  const container = await createContainer(config, {
    wrapCloud,
    logDestination: { write: (line) => void logLines.push(line) },
    conductor,
    threadLimits,
    createPool: createSharedThreadPool,
    loopLag: lagMs && { ms: lagMs, end: () => undefined },
    // tests say when it is
    byItself: false,
  });
  setContainer(Promise.resolve(container));
  const server = await startHttpServer(container);

  async function clientOf(userName: string, tenantName: string, role: Role): Promise<Client> {
    const { db } = database;
    const tenant = await db.tenant.upsert({
      where: { name: tenantName },
      create: { id: newId(), name: tenantName },
      update: {},
    });
    const user = await db.user.upsert({
      where: { name: userName },
      create: { id: newId(), name: userName, displayName: userName, passwordHash: '' },
      update: {},
    });
    await db.roleAssignment.upsert({
      where: { userId_tenantId: { userId: user.id, tenantId: tenant.id } },
      create: { userId: user.id, tenantId: tenant.id, role },
      update: { role },
    });
    const token = await container.auth.tokens.issue({
      userId: user.id,
      tenantId: tenant.id,
      methods: ['password'],
      credentialVersion: user.credentialVersion,
    });
    return client(server.url, container.events, { userId: user.id, tenantId: tenant.id, token });
  }

  return {
    url: server.url,
    container,
    db: database.db,
    get faults() {
      return faultsOf(container);
    },
    logLines,
    admin: await clientOf('ada', TENANT, 'admin'),
    member: await clientOf('max', TENANT, 'member'),
    colleague: await clientOf('mia', TENANT, 'member'),
    reader: await clientOf('rita', TENANT, 'reader'),
    stranger: await clientOf('sten', 'Fabrikam', 'member'),
    clientOf,
    anonymous: (token = '') => client(server.url, container.events, { userId: '', tenantId: '', token }),
    close: async () => {
      container.streams.closeAll();
      await server.close();
      setContainer(null);
      await container.close();
      await database.drop();
    },
  };
}

/** The demo's people and the packages of a catalog: what a server would write first into an empty database. */
async function demoIn(catalogDirectory: string): Promise<Filling> {
  const library = await readLibrary(path.resolve('lib/conductor/muranopl/library'));
  const { packages } = await readShipped(catalogDirectory, library);
  return {
    key: packages.map(({ digest }) => digest).join(),
    write: async (db) => {
      await seedDemo(db);
      await createPackageStore(db).ship(packages);
    },
  };
}

function client(url: string, events: EventHub, who: { userId: string; tenantId: string; token: string }): Client {
  async function call(
    method: string,
    to: string,
    { body, session, headers = {} }: CallOptions = {},
  ): Promise<ApiResponse> {
    const response = await fetch(`${url}${to}`, {
      method,
      headers: {
        ...(who.token === '' ? {} : { 'x-auth-token': who.token }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(session === undefined ? {} : { 'x-configuration-session': session }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return {
      status: response.status,
      text,
      json: text === '' ? undefined : (JSON.parse(text) as Json),
      headers: response.headers,
    };
  }
  return {
    ...who,
    call,
    onRunOver: (handler) => events.onSignal(RUN_OVER_SIGNAL, handler),
    ok: async (method, to, options) => {
      const response = await call(method, to, options);
      if (response.status !== 200) throw new Error(`${method} ${to} answered ${response.status}: ${response.text}`);
      return (response.json ?? {}) as JsonObject;
    },
  };
}
