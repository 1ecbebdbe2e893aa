import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Client, type Product, startProduct } from '@/lib/api/testing/product';
import { list, object, text } from '@/lib/api/testing/responses';
import { systemAdmin } from '@/lib/api/testing/system-admin';
import { eventually } from '@/lib/testing/patience';
import { digestOf } from './own-program';
import { AGENT_PROGRAM } from './testing/agent-child';
import { type AgentProcess, enrolAgent } from './testing/agent-process';

let product: Product;
let root: Client;
let folder: string;
/** what the server gives; a test changes it */
let given: string;
/** as it was installed on servers */
let installed: string;
const agents: AgentProcess[] = [];

beforeAll(async () => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'vetro-update-'));
  given = path.join(folder, 'given.mjs');
  installed = path.join(folder, 'installed.mjs');
  const program = fs.readFileSync(AGENT_PROGRAM, 'utf8');
  fs.writeFileSync(installed, `${program}\n// the one before`);
  fs.writeFileSync(given, program);
  product = await startProduct({ cloud: 'pool', agents: { program: given } });
  root = await systemAdmin(product);
});
afterAll(async () => {
  for (const agent of agents) await agent.remove();
  await product?.close();
  fs.rmSync(folder, { recursive: true, force: true });
});

async function enrolled(name: string): Promise<AgentProcess> {
  const { code } = await root.ok('POST', '/v1/admin/enrolment-codes', { body: { tags: [] } });
  const agent = await enrolAgent({ server: product.url, code: text(code), name, address: '127.0.0.1' }, {}, installed);
  agents.push(agent);
  return agent;
}

const serverOf = async (name: string) =>
  list((await root.ok('GET', '/v1/admin/servers')).servers)
    .map(object)
    .find((server) => server.name === name);
const until = (name: string, state: string) =>
  eventually(`${name} to be ${state}`, async () => (await serverOf(name))?.agent_program === state);
const digestIn = (file: string) => digestOf(fs.readFileSync(file));
const sent = (agent: AgentProcess) => fs.readdirSync(path.join(agent.home, 'programs'));

describe('an agent of another version', () => {
  it('is told to update itself, and is in use once the server has answered it; a restart changes nothing', async () => {
    const agent = await enrolled('older');
    const journal = path.join(agent.home, 'journal', 'plan-kept.sealed');
    fs.mkdirSync(path.dirname(journal), { recursive: true });
    fs.writeFileSync(journal, 'what was under way');
    agent.start();
    await until('older', 'current');
    expect((await serverOf('older'))?.agent_version).toBe(`1+${digestIn(given).slice(0, 8)}`);
    expect(sent(agent)).toEqual([`${digestIn(given)}.mjs`]);
    expect(fs.readFileSync(journal, 'utf8')).toBe('what was under way');
    await agent.kill();
    const said = agent.log().length;
    agent.start();
    await eventually('it asks again', () => agent.log().slice(said).includes('for work'));
    expect(agent.log().slice(said)).not.toContain('updated');
    expect(digestIn(installed)).not.toBe(digestIn(given));
  });

  it('goes on as it is where the new program does not come up, and is not told again', async () => {
    fs.writeFileSync(given, "throw new Error('built with a fault');\n");
    const agent = await enrolled('careful');
    agent.start();
    await until('careful', 'failed');
    expect((await serverOf('careful'))?.agent_version).toBe(`1+${digestIn(installed).slice(0, 8)}`);
    expect(agent.log()).toContain('built with a fault');
    expect(agent.log()).toContain('the one before goes on');
    expect(sent(agent)).toEqual([]);
  });
});
