import { X509Certificate } from 'node:crypto';
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
  const { VETRO_AUDIT_FILE: file, VETRO_AUDIT_SYSLOG: syslog, VETRO_AUDIT_SYSLOG_CA: caFile } = parsed.data;
  const ca = caFile === undefined ? null : readCertificate(path.resolve(caFile));
  const required = ['true', '1'].includes(parsed.data.VETRO_AUDIT_REQUIRED);
  const problems: string[] = [];
  if (ca !== null && 'problem' in ca) problems.push(`VETRO_AUDIT_SYSLOG_CA ${ca.problem}`);
  if (caFile !== undefined && syslog === undefined)
    problems.push('VETRO_AUDIT_SYSLOG_CA is set, and VETRO_AUDIT_SYSLOG is not');
  if (required && file === undefined && syslog === undefined)
    problems.push('VETRO_AUDIT_REQUIRED is true, which needs VETRO_AUDIT_FILE or VETRO_AUDIT_SYSLOG');
  if (problems.length > 0) return { problems };
  const targets: AuditCopyTarget[] = [];
  if (file !== undefined) targets.push({ kind: 'file', path: path.resolve(file) });
  if (syslog !== undefined) {
    const { hostname, port } = new URL(syslog);
    const pem = ca !== null && 'pem' in ca ? ca.pem : null;
    const host = hostname.replace(/^\[(.*)\]$/, '$1');
    targets.push({ kind: 'syslog', host, port: Number(port || SYSLOG_PORT), ca: pem });
  }
  return { settings: { targets, required } };
}

function readCertificate(file: string): { pem: string } | { problem: string } {
  try {
    const pem = fs.readFileSync(file, 'utf8');
    new X509Certificate(pem);
    return { pem };
  } catch (error) {
    return { problem: `names ${file}, which is no certificate in PEM: ${(error as Error).message}` };
  }
}
