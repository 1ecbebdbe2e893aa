import { createPrivateKey, X509Certificate } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import type { AuditCopySettings, AuditCopyTarget } from '@/lib/model/audit-copy';
import { schemaWords } from '@/lib/model/schema-words';

/** The port of RFC 5425. */
const SYSLOG_PORT = 6514;
const WRITTEN = /^syslog\+tls:\/\/[^/?#@]+$/;

const Variables = z.object({
  VETRO_AUDIT_FILE: z.string().optional(),
  VETRO_AUDIT_SYSLOG: z
    .string()
    .refine((text) => WRITTEN.test(text) && URL.canParse(text), {
      error: 'must be an address like syslog+tls://logs.example.com:6514',
    })
    .optional(),
  VETRO_AUDIT_SYSLOG_CA: z.string().optional(),
  VETRO_AUDIT_SYSLOG_CERT: z.string().optional(),
  VETRO_AUDIT_SYSLOG_KEY: z.string().optional(),
  VETRO_AUDIT_REQUIRED: z.enum(['true', 'false', '1', '0'], { error: 'must be true or false' }).default('false'),
});

/**
 * Reads where the audit log is copied to.
 *
 * @returns the settings, or a sentence for each variable that is wrong
 */
export function readAuditCopySettings(
  given: Record<string, string | undefined>,
): { settings: AuditCopySettings } | { problems: string[] } {
  const parsed = Variables.safeParse(given, { error: schemaWords });
  if (!parsed.success) {
    return {
      problems: parsed.error.issues.map(
        ({ path: [name], message }) => `${String(name)} ${message.replace(/^This /, '')}`,
      ),
    };
  }
  const { VETRO_AUDIT_FILE: file, VETRO_AUDIT_SYSLOG: syslog } = parsed.data;
  const required = ['true', '1'].includes(parsed.data.VETRO_AUDIT_REQUIRED);
  const problems: string[] = [];
  const pemOf = (name: keyof typeof PEM_KINDS) => {
    const given = parsed.data[name];
    if (given !== undefined && syslog === undefined) problems.push(`${name} is set, and VETRO_AUDIT_SYSLOG is not`);
    const read = given === undefined ? null : readPem(path.resolve(given), PEM_KINDS[name]);
    if (read === null || 'pem' in read) return read?.pem ?? null;
    problems.push(`${name} ${read.problem}`);
    return null;
  };
  const [ca, cert, key] = [
    pemOf('VETRO_AUDIT_SYSLOG_CA'),
    pemOf('VETRO_AUDIT_SYSLOG_CERT'),
    pemOf('VETRO_AUDIT_SYSLOG_KEY'),
  ];
  problems.push(...clientProblems(parsed.data, cert, key));
  if (required && file === undefined && syslog === undefined)
    problems.push('VETRO_AUDIT_REQUIRED is true, which needs VETRO_AUDIT_FILE or VETRO_AUDIT_SYSLOG');
  if (problems.length > 0) return { problems };
  const targets: AuditCopyTarget[] = [];
  if (file !== undefined) targets.push({ kind: 'file', path: path.resolve(file) });
  if (syslog !== undefined) {
    const { hostname, port } = new URL(syslog);
    const host = hostname.replace(/^\[(.*)\]$/, '$1');
    const client = cert !== null && key !== null ? { cert, key } : null;
    targets.push({ kind: 'syslog', host, port: Number(port || SYSLOG_PORT), ca, client });
  }
  return { settings: { targets, required } };
}

/** What the files hold that settings of the collector name. */
const PEM_KINDS = {
  VETRO_AUDIT_SYSLOG_CA: 'certificate',
  VETRO_AUDIT_SYSLOG_CERT: 'certificate',
  VETRO_AUDIT_SYSLOG_KEY: 'private key',
} as const;

function readPem(
  file: string,
  kind: (typeof PEM_KINDS)[keyof typeof PEM_KINDS],
): { pem: string } | { problem: string } {
  try {
    const pem = fs.readFileSync(file, 'utf8');
    if (kind === 'certificate') new X509Certificate(pem);
    else createPrivateKey(pem);
    return { pem };
  } catch (error) {
    return { problem: `names ${file}, which is no ${kind} in PEM: ${(error as Error).message}` };
  }
}

/** What is wrong with certificate and key as a pair; either may be wrong by itself (null). */
function clientProblems(
  { VETRO_AUDIT_SYSLOG_CERT: certFile, VETRO_AUDIT_SYSLOG_KEY: keyFile }: z.output<typeof Variables>,
  cert: string | null,
  key: string | null,
): string[] {
  if ((certFile === undefined) !== (keyFile === undefined))
    return ['VETRO_AUDIT_SYSLOG_CERT and VETRO_AUDIT_SYSLOG_KEY are set together, or neither is'];
  if (cert === null || key === null || new X509Certificate(cert).checkPrivateKey(createPrivateKey(key))) return [];
  return ['VETRO_AUDIT_SYSLOG_KEY is not the key of the certificate in VETRO_AUDIT_SYSLOG_CERT'];
}
