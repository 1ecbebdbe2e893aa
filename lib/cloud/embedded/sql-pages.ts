import type { MachinePage } from '@/lib/ports/cloud/simulation';
import { escapeHtml, list, page } from './site-pages';
import type { Group, Sql } from './windows/sql-state';

/** What the page of a SQL server shows. */
export interface SqlFacts {
  hostname: string;
  domain: string | null;
  edition: string | null;
  address: string;
  sql: Sql;
  /** the group as its primary replica knows it; null without one, or when the primary does not answer */
  group: Group | null;
  cluster: { name: string; address: string } | null;
  /** whether each replica answers and has joined, by host name */
  replicas: Readonly<Record<string, 'joined' | 'not joined' | 'no answer'>>;
  now: Date;
}

/** A SQL server at a glance, with the dashboard of its availability group. */
export function sqlPage(facts: SqlFacts): MachinePage {
  const { hostname, domain, sql } = facts;
  const full = domain ? `${hostname}.${domain}` : hostname;
  const rows: [string, string][] = [
    ['Server', full],
    ['Address', `${facts.address}, port 1433`],
    ['System', facts.edition ?? ''],
    ['Runs as', sql.account],
    ['Sign-in', sql.mixedMode ? 'Users of Windows and SQL logins' : 'Users of Windows'],
    ...(facts.cluster
      ? [['Failover cluster', `${facts.cluster.name}, ${facts.cluster.address}`] as [string, string]]
      : []),
    ['Server time', `${facts.now.toISOString().slice(0, 19).replace('T', ' ')} UTC`],
  ];
  const body = `<p class="kicker">Microsoft SQL Server</p>
    <h1>${escapeHtml(full)}</h1>
    <p>This server answers${sql.group ? `, a replica of the availability group ${escapeHtml(sql.group.name)}` : ''}.</p>
    ${list(rows)}
    ${groupSection(facts)}
    ${databaseSection(sql)}`;
  return { status: 200, html: page(`${hostname} – SQL Server`, body) };
}

function groupSection({ group, hostname, replicas }: SqlFacts): string {
  if (!group) return '';
  const { listener } = group;
  const items = group.replicas.map(({ host, synchronous }) => {
    const state = replicas[host] ?? 'no answer';
    const role = host === group.primary ? 'Primary' : 'Secondary';
    const how = synchronous ? 'synchronous, takes over by itself' : 'asynchronous';
    return `<li class="${state === 'joined' ? 'up' : 'down'}"${host === hostname ? ' aria-current="true"' : ''}><span class="dot" aria-hidden="true"></span>
      <span class="name">${escapeHtml(host)}</span> <span class="address">${role}, ${how}</span> <span>${state}</span></li>`;
  });
  const where = listener
    ? `<p class="told">Listener <strong>${escapeHtml(listener.name)}</strong> at ${escapeHtml(listener.address)}, port ${listener.port}</p>`
    : '<p class="told">No listener yet</p>';
  return `<section aria-label="Availability group">
      <p class="kicker">Availability group ${escapeHtml(group.name)}</p>
      ${where}
      <ul>${items.join('')}</ul>
    </section>`;
}

function databaseSection({ databases }: Sql): string {
  const items = databases.map(
    ({ name, replicated }) =>
      `<li><span class="name">${escapeHtml(name)}</span> <span class="address"></span> <span>${replicated ? 'on every replica' : 'on this server'}</span></li>`,
  );
  const content = items.length > 0 ? `<ul>${items.join('')}</ul>` : '<p class="told">None but those of the system.</p>';
  return `<section aria-label="Databases"><p class="kicker">Databases</p>${content}</section>`;
}
