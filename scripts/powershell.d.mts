export function ensurePowerShell(): Promise<string | null>;
