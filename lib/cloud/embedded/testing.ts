import { createHash, randomBytes } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { createTestStacks, type TestStacks } from '@/lib/cloud/testing/test-stacks';
import type { Db } from '@/lib/db/client';
import type { ExecutionPlan, PlanCommand } from '@/lib/formats/execution-plan/plan';
import { readManifest } from '@/lib/formats/package/manifest';
import { describeProblem } from '@/lib/formats/yaml/read-yaml';
import { SEALED } from '@/lib/model/secret';
import type { AgentReply, MachineEvent } from '@/lib/ports/cloud/cloud';
import { readSimulation, type SimulatedPackage } from '@/lib/simulation';
import { createEmbeddedCloud, type EmbeddedCloud, type EmbeddedCloudOptions } from './index';

/** A reversible seal of the right shape, so that tests of the cloud do not need the real key. */
export const testSecrets = {
  seal: (plain: string): string => {
    const fingerprint = createHash('sha256').update(plain).digest('base64url').slice(0, 22);
    const payload = Buffer.from(`${plain}\0${randomBytes(6).toString('hex')}`).toString('base64url');
    return `vetro:secret:v1:${fingerprint}:${payload}.`;
  },
  open: <T>(value: T): T => {
    if (typeof value === 'string') {
      const opened = value.replace(SEALED, (sealed) => {
        const payload = sealed.slice(sealed.lastIndexOf(':') + 1, -1);
        return Buffer.from(payload, 'base64url').toString().split('\0')[0] ?? '';
      });
      return opened as T;
    }
    if (Array.isArray(value)) return value.map((item) => testSecrets.open(item)) as T;
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, testSecrets.open(inner)])) as T;
  },
};

export interface TestCloud {
  cloud: EmbeddedCloud;
  stacks: TestStacks;
  events: MachineEvent[];
  replies: AgentReply[];
  /** waits for the reply to a plan */
  replyTo(planId: string): Promise<AgentReply['result']>;
}

/**
 * A cloud that takes no time, started, with a subscriber that keeps everything.
 *
 * @param listens false: nobody subscribes, so events and replies wait in the database
 */
export async function startTestCloud(
  database: { db: Db; url: string },
  options: Partial<EmbeddedCloudOptions> = {},
  listens = true,
): Promise<TestCloud> {
  const cloud = createEmbeddedCloud({
    ...{ ...database, timeScale: 0, ...testSecrets, packages: shippedPackages },
    ...options,
  });
  const events: MachineEvent[] = [];
  const replies: AgentReply[] = [];
  const waiters = new Set<() => void>();
  if (listens) {
    cloud.subscribe(async (batch) => {
      events.push(...batch);
    });
    cloud.agents.subscribe(async (reply) => {
      replies.push(reply);
      for (const wake of waiters) wake();
    });
  }
  await cloud.start();
  const replyTo = async (planId: string) => {
    for (;;) {
      const found = replies.find((reply) => reply.planId === planId);
      if (found) return found.result;
      await new Promise<void>((resolve) => {
        const call = () => {
          waiters.delete(call);
          resolve();
        };
        waiters.add(call);
      });
    }
  };
  return { cloud, stacks: createTestStacks(cloud.stacks), events, replies, replyTo };
}

/** What the packages of `catalog/` say about simulated machines, whatever version is asked for: read once a process. */
export async function shippedPackages(): Promise<SimulatedPackage[]> {
  shipped ??= readShippedPackages();
  return shipped;
}

let shipped: SimulatedPackage[] | null = null;

function readShippedPackages(): SimulatedPackage[] {
  const root = path.resolve('catalog');
  const read = fs.readdirSync(root).flatMap((folder): SimulatedPackage[] => {
    const place = path.join(root, folder);
    const { manifest } = fs.existsSync(path.join(place, 'manifest.yaml'))
      ? readManifest(folder, fs.readFileSync(path.join(place, 'manifest.yaml'), 'utf8'))
      : { manifest: null };
    if (!manifest) return [];
    const files = fs.existsSync(path.join(place, 'Simulation')) ? fs.readdirSync(path.join(place, 'Simulation')) : [];
    const { simulation, problems } = readSimulation(
      files.map((file) => [`Simulation/${file}`, fs.readFileSync(path.join(place, 'Simulation', file), 'utf8')]),
      folder,
    );
    if (problems.length > 0) throw new Error(problems.map(describeProblem).join('\n'));
    return [{ name: manifest.FullName, digest: folder, requires: Object.keys(manifest.Require), simulation }];
  });
  const ordered: SimulatedPackage[] = [];
  const take = (one: SimulatedPackage): void => {
    if (ordered.includes(one)) return;
    read.filter(({ name }) => one.requires.includes(name)).forEach(take);
    ordered.push(one);
  };
  read.forEach(take);
  return ordered;
}

/** A plan whose scripts define every function that it calls. */
export function planOf(commands: PlanCommand[], reboot: 0 | 1 | 2 = 0): ExecutionPlan {
  const script = commands.map(({ Name: name }) => `function ${name} {\n}`).join('\n\n');
  return { Scripts: [Buffer.from(script).toString('base64')], Commands: commands, RebootOnCompletion: reboot };
}

/** One call of a PowerShell function. */
export function call(name: string, args: PlanCommand['Arguments'] = {}): PlanCommand {
  return { Name: name, Arguments: args };
}
