import fs from 'node:fs';
import { expect, it } from 'vitest';
import { catalogWith } from '@/lib/catalog/testing/catalog-with';
import { createTestDatabase } from '@/lib/db/testing';
import { bundleServer } from './server-process';
import { fork } from 'node:child_process';
it('cpu', async () => {
  const program = await bundleServer();
  const db = await createTestDatabase();
  const child = fork(program.file);
  const cpu = () => { const f = fs.readFileSync(`/proc/${child.pid}/stat`, 'utf8').split(' '); return `${Number(f[13]) * 10}+${Number(f[14]) * 10}ms`; };
  const wait = (w: string) => new Promise<void>((r) => { const l = (m: unknown) => { if (m === w) { child.off('message', l); r(); } }; child.on('message', l); });
  await wait('loaded'); process.stdout.write(`loaded ${cpu()}\n`);
  for (const i of [1, 2, 3]) {
    let p = wait('started'); child.send({ start: { databaseUrl: db.url, catalogDirectory: catalogWith() } }); await p; process.stdout.write(`started ${i} ${cpu()}\n`);
    await new Promise((r) => setTimeout(r, 3000)); process.stdout.write(`3s later ${cpu()}\n`);
    p = wait('stopped'); child.send({ stop: true }); await p; process.stdout.write(`stopped ${cpu()}\n`);
  }
  child.kill('SIGKILL'); program.remove(); await db.drop(); expect(1).toBe(1);
});
