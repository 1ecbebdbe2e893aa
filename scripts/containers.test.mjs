import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';

const root = path.resolve(import.meta.dirname, '..');
const read = (name) => fs.readFileSync(path.join(root, name), 'utf8');
/** Instructions of the container file, with their arguments. */
const instructions = read('Containerfile')
  .replaceAll('\\\n', ' ')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))
  .map((line) => [line.slice(0, line.indexOf(' ')), line.slice(line.indexOf(' ') + 1)]);
const manifest = JSON.parse(read('package.json'));
const { services, volumes } = parse(read('compose.yaml'));

describe('the container file', () => {
  it('runs scripts that there are, with a Node.js that the product takes', () => {
    const commands = instructions.filter(([word]) => word === 'RUN').map(([, rest]) => rest);
    const scripts = commands.flatMap((command) => [...command.matchAll(/npm run (\S+)/g)].map(([, name]) => name));
    expect(scripts).toEqual(['generate', 'build']);
    expect(scripts.filter((name) => !(name in manifest.scripts))).toEqual([]);
    const images = instructions.filter(([word]) => word === 'FROM').map(([, rest]) => rest);
    for (const image of images) {
      const [, version] = /^docker\.io\/library\/node:(\d+)-/.exec(image) ?? [];
      expect(Number(version)).toBeGreaterThanOrEqual(Number.parseFloat(manifest.engines.node.replace('>=', '')));
    }
    const [, start] = instructions.find(([word]) => word === 'CMD') ?? [];
    expect(JSON.parse(start).join(' ')).toBe(manifest.scripts.start);
  });

  it('is not run as root, and keeps its keys on a volume that compose names', () => {
    expect(instructions.find(([word]) => word === 'USER')?.[1]).toBe('node');
    const [, place] = instructions.find(([word]) => word === 'VOLUME') ?? [];
    expect(services.server.volumes).toEqual([`keys:${place}`]);
  });

  it('gets everything that the server reads, and nothing that only a working copy has', () => {
    const left = read('.dockerignore')
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('#'));
    const needed = ['server.mjs', 'package-lock.json', '.npmrc', 'agent/install', 'catalog', 'policies'];
    for (const file of [...needed, 'prisma/migrations', 'lib/conductor/muranopl/library', 'public', 'messages']) {
      expect(fs.existsSync(path.join(root, file)), file).toBe(true);
      expect(left).not.toContain(file.split('/')[0]);
    }
    expect(left).toEqual(expect.arrayContaining(['node_modules', '.next', '.data', '.env*', '.git']));
  });
});

describe('the compose file', () => {
  it('names volumes and services that it has', () => {
    const mounted = Object.values(services).flatMap((service) => service.volumes ?? []);
    expect(mounted.map((one) => one.split(':')[0]).sort()).toEqual(Object.keys(volumes).sort());
    const awaited = Object.values(services).flatMap((service) => Object.keys(service.depends_on ?? {}));
    for (const name of awaited) expect(services[name].healthcheck).toBeDefined();
  });

  it('starts no broker unless somebody asks for it, and holds no password', () => {
    expect(services.broker.profiles).toEqual(['broker']);
    const values = Object.values(services).flatMap((service) => Object.entries(service.environment ?? {}));
    for (const [name, value] of values.filter(([key]) => /PASS|KEY|SECRET/.test(key)))
      expect(value, name).toMatch(/^\$\{/);
    expect(services.server.environment.DATABASE_URL).toMatch(/^postgresql:\/\/vetro:\$\{POSTGRES_PASSWORD:\?/);
  });
});
