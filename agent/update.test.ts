import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { programDigest } from '@/lib/formats/agent-channel/releases';
import { eventually } from '@/lib/testing/patience';
import { AGENT_PROGRAM } from './testing/agent-child';
import { type AgentPool, startAgentPool } from './testing/agent-pool';
import type { AgentProcess } from './testing/agent-process';

let pool: AgentPool;
let folder: string;
/** what the server gives; a test changes it */
let given: string;
/** as it was installed on servers */
let installed: string;

beforeAll(async () => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'vetro-update-'));
  given = path.join(folder, 'given.mjs');
  installed = path.join(folder, 'installed.mjs');
  const program = fs.readFileSync(AGENT_PROGRAM, 'utf8');
  fs.writeFileSync(installed, `${program}\n// the one before`);
  fs.writeFileSync(given, program);
  pool = await startAgentPool({ program: given });
});
afterAll(async () => {
  await pool?.close();
  fs.rmSync(folder, { recursive: true, force: true });
});

const digestIn = (file: string) => programDigest(fs.readFileSync(file));
const sent = (agent: AgentProcess) => fs.readdirSync(path.join(agent.home, 'programs'));

describe('an agent of another version', () => {
  it('is told to update itself, and is in use once the server has answered it; a restart changes nothing', async () => {
    const agent = await pool.enrol('older', { program: installed });
    const journal = path.join(agent.home, 'journal', 'plan-kept.sealed');
    fs.mkdirSync(path.dirname(journal), { recursive: true });
    fs.writeFileSync(journal, 'what was under way');
    agent.start();
    await pool.until('older', 'current');
    expect((await pool.serverOf('older'))?.agent_version).toBe(`1+${digestIn(given).slice(0, 8)}`);
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
    const agent = await pool.enrol('careful', { program: installed });
    agent.start();
    await pool.until('careful', 'failed');
    expect((await pool.serverOf('careful'))?.agent_version).toBe(`1+${digestIn(installed).slice(0, 8)}`);
    expect(agent.log()).toContain('built with a fault');
    expect(agent.log()).toContain('the one before goes on');
    expect(sent(agent)).toEqual([]);
  });
});
