import { spawn } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { thisSystemsAccounts } from './accounts';
import type { Host } from './work';

/** A restart that has not taken hold by then is begun anew, in milliseconds. */
const RESTART_MS = 5 * 60_000;
const START_ID = '/proc/sys/kernel/random/boot_id';

/**
 * This computer.
 *
 * @param settings `VETRO_AGENT_POWERSHELL`: a program to run instead of PowerShell; `VETRO_AGENT_RESTART`: a command
 *   that restarts the computer, instead of the system's own; `VETRO_AGENT_START_ID`: differs from one start to the next,
 *   where the kernel goes on, as under a container
 */
export function thisHost(settings: Record<string, string | undefined>): Host {
  const isWindows = process.platform === 'win32';
  const restart = settings.VETRO_AGENT_RESTART ?? (isWindows ? 'shutdown /r /t 0' : 'shutdown -r now');
  const found = isWindows ? 'powershell.exe' : onPath('pwsh', settings.PATH);
  return {
    powerShell: settings.VETRO_AGENT_POWERSHELL ?? found,
    accounts: thisSystemsAccounts(),
    startId: () =>
      settings.VETRO_AGENT_START_ID ??
      (fs.existsSync(START_ID) ? fs.readFileSync(START_ID, 'utf8').trim() : startMinute()),
    restart: async () => {
      spawn(restart, { shell: true, stdio: 'ignore', detached: true }).unref();
      await pause(RESTART_MS);
    },
  };
}

function onPath(program: string, searched = ''): string | null {
  const places = searched.split(path.delimiter).map((folder) => path.join(folder, program));
  return places.find((place) => fs.existsSync(place)) ?? null;
}

/** Where the system has no name for a start, its time is one. */
function startMinute(): string {
  return String(Math.round((Date.now() - os.uptime() * 1000) / 60_000));
}
