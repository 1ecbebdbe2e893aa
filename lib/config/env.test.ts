import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { loadConfig } from './env';

let directory: string;
beforeEach(() => {
  directory = fs.mkdtempSync(path.join(os.tmpdir(), 'vetro-config-'));
});
afterEach(() => fs.rmSync(directory, { recursive: true }));

const minimal = () => ({ DATABASE_URL: 'postgresql://u:p@localhost/vetro', VETRO_DATA_DIR: directory });

describe('the settings', () => {
  it('need only a database', () => {
    const config = loadConfig(minimal());
    expect(config).toMatchObject({ mode: 'production', timeScale: 1, seed: null, baseUrl: 'http://localhost:3000' });
    expect(config.signIn).toEqual({ idleSeconds: 12 * 3600, longestSeconds: 7 * 24 * 3600 });
    expect(config.secretKey).toHaveLength(32);
    expect(config.sessionSecret.length).toBeGreaterThanOrEqual(32);
  });

  it('let a list of a program have more entries than Murano does, and not fewer', () => {
    expect(loadConfig(minimal()).maxItems).toBe(2_000);
    expect(loadConfig({ ...minimal(), VETRO_MAX_ITEMS: '5000' }).maxItems).toBe(5_000);
    expect(() => loadConfig({ ...minimal(), VETRO_MAX_ITEMS: '1999' })).toThrow(
      'VETRO_MAX_ITEMS must be a number from 2000',
    );
  });

  it('name every variable that is missing or wrong, and say what it must be', () => {
    const wrong = {
      VETRO_SECRET_KEY: 'short',
      VETRO_TIME_SCALE: 'fast',
      VETRO_BASE_URL: 'javascript:alert(1)',
      LOG_LEVEL: 'loud',
    };
    expect(() => loadConfig(wrong)).toThrow(/DATABASE_URL is not set/);
    expect(() => loadConfig(wrong)).toThrow(/VETRO_SECRET_KEY must be 32 bytes in base64/);
    expect(() => loadConfig(wrong)).toThrow(/VETRO_TIME_SCALE must be a number from 0 to 1000/);
    expect(() => loadConfig(wrong)).toThrow(/VETRO_BASE_URL must be an http or https address/);
    expect(() => loadConfig(wrong)).toThrow(/LOG_LEVEL/);
    expect(() => loadConfig(wrong)).not.toThrow(/short/);
  });

  it('name a cloud that there is, and how an OpenStack is reached where that is the one', () => {
    expect(loadConfig(minimal())).toMatchObject({ cloud: 'embedded', openStack: null });
    expect(() => loadConfig({ ...minimal(), VETRO_CLOUD: 'sky' })).toThrow(
      /VETRO_CLOUD must be one of: embedded, openstack, pool/,
    );
    const openStack = { ...minimal(), VETRO_CLOUD: 'openstack' };
    expect(() => loadConfig(openStack)).toThrow(/OS_AUTH_URL is not set\n {2}OS_USERNAME is not set/);
    const reached = { OS_AUTH_URL: 'https://c/v3', OS_USERNAME: 'u', OS_PASSWORD: 'p', OS_PROJECT_NAME: 'shop' };
    expect(loadConfig({ ...openStack, ...reached }).openStack).toMatchObject({ authUrl: 'https://c/v3', region: null });
  });

  it('name regions, where the cloud has any', () => {
    expect(loadConfig(minimal()).regions).toEqual([]);
    expect(loadConfig({ ...minimal(), VETRO_REGIONS: 'north,south' }).regions).toEqual(['north', 'south']);
    expect(() => loadConfig({ ...minimal(), VETRO_CLOUD: 'pool', VETRO_REGIONS: 'north' })).toThrow(
      /VETRO_REGIONS is for an OpenStack and the embedded cloud/,
    );
  });

  it('make keys once, readable by their owner alone, and find them again', () => {
    const first = loadConfig(minimal());
    const second = loadConfig(minimal());
    expect(second.secretKey).toEqual(first.secretKey);
    expect(second.sessionSecret).toBe(first.sessionSecret);
    expect(first.sessionSecret).not.toBe(first.secretKey.toString('base64'));
    for (const name of ['secret.key', 'session.key'])
      expect(fs.statSync(path.join(directory, name)).mode & 0o777).toBe(0o600);
    expect(fs.readdirSync(directory).sort()).toEqual(['secret.key', 'session.key']);
  });

  it('take keys that are given and write none', () => {
    const key = Buffer.alloc(32, 9);
    const config = loadConfig({
      ...minimal(),
      VETRO_SECRET_KEY: key.toString('base64'),
      NEXTAUTH_SECRET: 's'.repeat(32),
    });
    expect(config.secretKey).toEqual(key);
    expect(config.sessionSecret).toBe('s'.repeat(32));
    expect(fs.readdirSync(directory)).toEqual([]);
  });

  it('refuse a key file that was cut short rather than seal with something else', () => {
    fs.writeFileSync(path.join(directory, 'secret.key'), 'AAAA');
    expect(() => loadConfig(minimal())).toThrow(/does not hold a key/);
  });

  it('take an empty variable as not given', () => {
    expect(loadConfig({ ...minimal(), VETRO_BASE_URL: '', NEXTAUTH_URL: 'https://v.example/' }).baseUrl).toBe(
      'https://v.example',
    );
  });
});
