import type { ChildProcess } from 'node:child_process';

export const windowsFolder: string;
export function ensureWindows(options?: { powerShell?: boolean }): Promise<string | null>;
export function windowsPath(file: string): string;
export function onDriveC(...parts: string[]): string;
export function startOnWindows(
  command: string[],
  options: { output: string; cwd?: string; env?: Record<string, string> },
): ChildProcess;
export function endWindows(): void;
export function windowsProcesses(text: string): number[];
