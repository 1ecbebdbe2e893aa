import { describe, expect, it } from 'vitest';
import { createSecretBox } from '@/lib/crypto';
import { MASK } from '@/lib/model/secret';
import { createKnownSecrets, createLog, withLogContext } from './index';

function openLog() {
  const lines: string[] = [];
  const secrets = createKnownSecrets();
  const log = createLog({ level: 'debug', secrets, destination: { write: (line) => void lines.push(line) } });
  return { log, secrets, text: () => lines.join(''), last: () => JSON.parse(lines.at(-1) ?? '{}') };
}

describe('the log', () => {
  it('writes JSON lines with level, time and message', () => {
    const { log, last } = openLog();
    log.info({ durationMs: 3 }, 'request');
    expect(last()).toMatchObject({ level: 'info', msg: 'request', durationMs: 3 });
    expect(new Date(last().time).getTime()).toBeGreaterThan(0);
  });

  it('carries the ids of the work under way, through awaits and into inner work', async () => {
    const { log, last } = openLog();
    await withLogContext({ requestId: 'r1' }, async () => {
      await Promise.resolve();
      await withLogContext({ environment: 'e1', deployment: 'd1' }, async () => log.info('inner'));
      expect(last()).toMatchObject({ requestId: 'r1', environment: 'e1', deployment: 'd1' });
    });
    log.info('outside');
    expect(last()).not.toHaveProperty('requestId');
  });

  it('masks values under telling keys, however deep', () => {
    const { log, text } = openLog();
    log.info({ body: { units: [{ recoveryPassword: 'Hunter-2' }], 'x-auth-token': 'Hunter-2' } }, 'in');
    log.child({ authorization: 'Hunter-2' }).warn('out');
    expect(text()).not.toContain('Hunter-2');
    expect(text()).toContain(MASK);
  });

  it('masks sealed secrets and known values wherever they stand, in errors and causes too', () => {
    const { log, secrets, text } = openLog();
    const box = createSecretBox(Buffer.alloc(32, 3), { onOpened: secrets.add });
    const sealed = box.seal('Sp"cial-Passw0rd');
    box.openText(sealed);
    log.info({ script: 'net user x Sp"cial-Passw0rd' }, `plan ${sealed}`);
    log.error({ err: new Error('refused', { cause: new Error('bad password Sp"cial-Passw0rd') }) }, 'failed');
    expect(text()).not.toContain('cial-Passw0rd');
    expect(text()).not.toContain('vetro:secret');
    expect(text()).toContain('refused');
  });

  it('keeps type, stack and cause of an error', () => {
    const { log, last } = openLog();
    log.error({ err: new TypeError('oh', { cause: new Error('why') }) }, 'failed');
    expect(last().err).toMatchObject({ type: 'TypeError', message: 'oh', cause: { message: 'why' } });
    expect(last().err.stack).toContain('log.test.ts');
  });

  it("never forgets the process's own keys, however many passwords come after", () => {
    const secrets = createKnownSecrets(['the-database-password', '']);
    for (let n = 0; n < 1000; n++) secrets.add(`password-${n}`);
    expect(secrets.mask('postgresql://u:the-database-password@h password-999')).toBe(
      `postgresql://u:${MASK}@h ${MASK}`,
    );
  });

  it('does not mask ordinary short words', () => {
    const { log, secrets, text } = openLog();
    secrets.add('a');
    log.info('a cat');
    expect(text()).toContain('a cat');
  });
});
