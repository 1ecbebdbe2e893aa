import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { eventually } from '@/lib/testing/patience';
import { createKey } from './keys';
import { newJournalKey, writeIdentity } from './settings';
import { type AgentChild, createAgentChild } from './testing/agent-child';
import { startWorkServer, type WorkServer } from './testing/work-server';

const MACHINE = 'a'.repeat(32);

let server: WorkServer;
let agent: AgentChild;
let home: string;

afterEach(async () => {
  await agent.kill();
  await server.close();
  fs.rmSync(home, { recursive: true, force: true });
});

describe('an agent that cannot remove the files of a machine', () => {
  it('says so once, goes on asking for work, and is free as soon as they can be removed', async () => {
    home = fs.mkdtempSync(path.join(os.tmpdir(), 'vetro-agent-'));
    server = await startWorkServer(({ cleaned }) => (cleaned === MACHINE ? null : { clean: MACHINE }));
    const identity = { server: server.url, serverId: 'b'.repeat(32), key: createKey(), verifyKey: '', address: null };
    writeIdentity(home, { ...identity, journalKey: newJournalKey() });
    // stands in for a folder that a program of Windows is in: no folder can be removed from a file
    fs.writeFileSync(path.join(home, 'machines'), '');
    agent = createAgentChild(home, () => ({}));
    agent.start();
    await eventually('the agent to ask again', () => server.polls.length > 2);
    expect(server.polls.every(({ cleaned }) => cleaned === null)).toBe(true);
    expect(agent.log().match(/This server is not free yet/g)).toHaveLength(1);
    fs.rmSync(path.join(home, 'machines'));
    await eventually('the server to be free', () => server.polls.some(({ cleaned }) => cleaned === MACHINE));
    expect(agent.log()).toContain('This server is free again.');
  });
});
