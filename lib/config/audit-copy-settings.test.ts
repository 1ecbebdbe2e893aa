import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { readAuditCopySettings } from './audit-copy-settings';

const problems = (given: Record<string, string>) => {
  const read = readAuditCopySettings(given);
  return 'problems' in read ? read.problems : [];
};

it('copy the audit log nowhere unless they say where', () => {
  expect(readAuditCopySettings({})).toEqual({ settings: { targets: [], required: false } });
});

it('name a file, a collector at the port of RFC 5425, and whether anything may be done without them', () => {
  const given = {
    VETRO_AUDIT_FILE: '/var/log/vetro/audit.jsonl',
    VETRO_AUDIT_SYSLOG: 'syslog+tls://[2001:db8::5]',
    VETRO_AUDIT_REQUIRED: 'true',
  };
  const targets = [
    { kind: 'file', path: '/var/log/vetro/audit.jsonl' },
    { kind: 'syslog', host: '2001:db8::5', port: 6514, ca: null, client: null },
  ];
  expect(readAuditCopySettings(given)).toEqual({ settings: { targets, required: true } });
});

it.each([
  [{ VETRO_AUDIT_SYSLOG: 'logs.example.com:6514' }, /^VETRO_AUDIT_SYSLOG must be an address like syslog\+tls:/],
  [{ VETRO_AUDIT_SYSLOG: 'syslog+tls://logs.example.com:6514/path' }, /^VETRO_AUDIT_SYSLOG must be an address/],
  [{ VETRO_AUDIT_SYSLOG: 'syslog+tls://logs.example.com:99999' }, /^VETRO_AUDIT_SYSLOG must be an address/],
  [{ VETRO_AUDIT_REQUIRED: 'yes', VETRO_AUDIT_FILE: 'a' }, /^VETRO_AUDIT_REQUIRED must be true or false/],
  [{ VETRO_AUDIT_REQUIRED: 'true' }, /^VETRO_AUDIT_REQUIRED is true, which needs VETRO_AUDIT_FILE or/],
  [{ VETRO_AUDIT_SYSLOG: 'syslog+tls://a', VETRO_AUDIT_SYSLOG_CA: '/nowhere.pem' }, /^VETRO_AUDIT_SYSLOG_CA names/],
])('name what is wrong in %j', (given, found) => {
  expect(problems(given as Record<string, string>)).toEqual([expect.stringMatching(found)]);
});

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'vetro-ca-'));
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));

it('take no certificate that is none', () => {
  const file = path.join(folder, 'ca.pem');
  fs.writeFileSync(file, 'no certificate');
  const given = { VETRO_AUDIT_SYSLOG: 'syslog+tls://a', VETRO_AUDIT_SYSLOG_CA: file };
  expect(problems(given)).toEqual([expect.stringContaining('which is no certificate in PEM')]);
  expect(problems({ VETRO_AUDIT_SYSLOG_CA: file, VETRO_AUDIT_FILE: 'a' })).toHaveLength(2);
});

it('take a certificate of their own for the collector with its key', () => {
  const [cert = '', key = '', other = ''] = ['cert.pem', 'key.pem', 'other.pem'].map((name) => path.join(folder, name));
  const make = (keyFile: string, more: string[]) =>
    execFileSync(
      'openssl',
      [...'req -x509 -newkey rsa:2048 -nodes -subj /CN=vetro -keyout'.split(' '), keyFile, ...more],
      {
        stdio: 'pipe',
      },
    );
  make(key, ['-out', cert]);
  make(other, ['-out', path.join(folder, 'unused.pem')]);
  const settings = (certFile: string, keyFile: string) => ({
    ...{ VETRO_AUDIT_SYSLOG: 'syslog+tls://a', VETRO_AUDIT_SYSLOG_CERT: certFile, VETRO_AUDIT_SYSLOG_KEY: keyFile },
  });
  const client = { cert: fs.readFileSync(cert, 'utf8'), key: fs.readFileSync(key, 'utf8') };
  expect(readAuditCopySettings(settings(cert, key))).toMatchObject({ settings: { targets: [{ client }] } });
  expect(problems(settings(cert, other))).toEqual([expect.stringMatching(/^VETRO_AUDIT_SYSLOG_KEY is not the key of/)]);
  expect(problems(settings(cert, cert))).toEqual([expect.stringContaining('which is no private key in PEM')]);
  const { VETRO_AUDIT_SYSLOG_KEY: _, ...alone } = settings(cert, key);
  expect(problems(alone)).toEqual([expect.stringContaining('are set together, or neither is')]);
});
