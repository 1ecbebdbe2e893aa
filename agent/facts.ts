import fs from 'node:fs';
import os from 'node:os';
import type { AgentFacts } from '@/lib/formats/agent-channel/messages';

const MEGABYTE = 1024 * 1024;

/**
 * What there is to know of this server.
 *
 * @param address the one that others reach it by; null: the first one that is not the loopback
 */
export function readFacts(address: string | null): AgentFacts {
  const { title, name } = process.platform === 'win32' ? windows() : linux();
  const disk = fs.statfsSync(process.platform === 'win32' ? 'C:\\' : '/');
  return {
    system: process.platform === 'win32' ? 'windows' : 'linux',
    systemTitle: title,
    systemName: name,
    addresses: [...new Set([...(address === null ? [] : [address]), ...ownAddresses()])],
    cores: os.availableParallelism(),
    memoryMb: Math.round(os.totalmem() / MEGABYTE),
    diskGb: Math.round((disk.blocks * disk.bsize) / (1024 * MEGABYTE)),
  };
}

function ownAddresses(): string[] {
  const all = Object.values(os.networkInterfaces()).flatMap((one) => one ?? []);
  const outside = all.filter(({ internal, address }) => !internal && !address.startsWith('fe80:'));
  const found = outside.sort((a, b) => a.family.localeCompare(b.family)).map(({ address }) => address);
  return found.length > 0 ? found : ['127.0.0.1'];
}

function windows() {
  const title = os.version();
  return { title, name: title.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-') };
}

function linux() {
  const text = fs.existsSync('/etc/os-release') ? fs.readFileSync('/etc/os-release', 'utf8') : '';
  const known = new Map([...text.matchAll(/^(\w+)="?(.*?)"?$/gm)].map(([, key = '', value = '']) => [key, value]));
  const id = known.get('ID') ?? 'linux';
  const version = known.get('VERSION_ID');
  return { title: known.get('PRETTY_NAME') ?? os.version(), name: version ? `${id}-${version}` : id };
}
