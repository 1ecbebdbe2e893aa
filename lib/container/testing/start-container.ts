import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { ConductorOptions } from '@/lib/conductor';
import { type Config, loadConfig } from '@/lib/config/env';
import { createContainer, type RunningContainer } from '@/lib/container/create-container';

/** The settings of a process of tests: its own keys, machines that take no time, a silent log. */
export function testConfig(databaseUrl: string, more: Partial<Config> = {}): Config {
  const settings = loadConfig({
    NODE_ENV: 'test',
    DATABASE_URL: databaseUrl,
    VETRO_DATA_DIR: fs.mkdtempSync(path.join(os.tmpdir(), 'vetro-container-')),
    VETRO_SECRET_KEY: Buffer.alloc(32, 7).toString('base64'),
    VETRO_TIME_SCALE: '0',
    VETRO_OPERATION_RETRIES: '0',
    VETRO_DATABASE_POOL: '10',
    LOG_LEVEL: 'silent',
  });
  return { ...settings, ...more };
}

/** Everything that runs in production, on a test's database. One at a time per process. */
export function startContainer(
  databaseUrl: string,
  conductor: ConductorOptions = {},
  settings: Partial<Config> = {},
): Promise<RunningContainer> {
  return createContainer(testConfig(databaseUrl, settings), { conductor });
}
