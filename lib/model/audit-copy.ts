/** Where a copy of the audit log is written. */
export type AuditCopyTarget =
  /** absolute path of the file that lines are added to */
  | { kind: 'file'; path: string }
  /** a collector of RFC 5424 messages over TLS (RFC 5425) */
  | {
      kind: 'syslog';
      host: string;
      port: number;
      /** certificates in PEM that it is trusted by; null: the system's */
      ca: string | null;
      /** by what it knows the server (RFC 5425, 4.2), in PEM; null: it lets everybody in */
      client: { cert: string; key: string } | null;
    };

/** What the audit log is copied to, and whether anything may be done while that fails. */
export interface AuditCopySettings {
  targets: AuditCopyTarget[];
  required: boolean;
}

/** How a copy is called by its settings: unique among copies. */
export function addressOf(target: AuditCopyTarget): string {
  if (target.kind === 'file') return target.path;
  const host = target.host.includes(':') ? `[${target.host}]` : target.host;
  return `syslog+tls://${host}:${target.port}`;
}
