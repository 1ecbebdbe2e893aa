export function ensurePowerShell(): Promise<string | null>;
export function ensureTransactSqlParser(): Promise<string | null>;
