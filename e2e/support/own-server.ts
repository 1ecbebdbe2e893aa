import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import pg from 'pg';
import { freePort } from '@/lib/testing/free-port';

interface Served {
  url: string;
  stop(): Promise<void>;
}
type Serve = (options: {
  port: number;
  databaseUrl: string;
  output: number;
  env: Record<string, string>;
}) => Promise<Served>;

/**
 * The built product once more, beside the one that all stories share, with settings that would change what others see: on a
 * database of its own, with the demo's people, and gone when the work with it is done.
 *
 * @param settings `VETRO_…` beyond those of all stories
 */
export async function withOwnServer(
  settings: Record<string, string>,
  work: (url: string) => Promise<void>,
): Promise<void> {
  const directory = fs.mkdtempSync(path.join(os.tmpdir(), 'vetro-own-server-'));
  const { serve }: { serve: Serve } = await import(pathToFileURL(path.resolve('scripts/serve.mjs')).href);
  const log = path.join(directory, 'server.log');
  try {
    const server = await serve({
      port: await freePort(),
      databaseUrl: await newDatabase(),
      output: fs.openSync(log, 'a'),
      env: {
        NODE_ENV: 'production',
        VETRO_DATA_DIR: directory,
        VETRO_SEED: 'demo',
        VETRO_TIME_SCALE: process.env.VETRO_TIME_SCALE ?? '0.04',
        VETRO_MAX_LAG_MS: '0',
        ...settings,
      },
    });
    try {
      await work(server.url);
    } finally {
      await server.stop();
    }
  } finally {
    fs.rmSync(directory, { recursive: true, force: true });
  }
}

/** An empty database beside that of the stories, which goes with it. */
async function newDatabase(): Promise<string> {
  const connectionString = process.env.VETRO_DATABASE_URL;
  if (!connectionString) throw new Error('VETRO_DATABASE_URL is not set: run the stories with "npm run e2e"');
  const name = `own_${randomBytes(4).toString('hex')}`;
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    await client.query(`create database ${name}`);
  } finally {
    await client.end();
  }
  const url = new URL(connectionString);
  url.pathname = `/${name}`;
  return url.href;
}
