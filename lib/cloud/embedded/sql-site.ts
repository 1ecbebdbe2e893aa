import type { Db } from '@/lib/db/client';
import type { CloudMachine } from '@/lib/db/generated/client';
import type { MachinePage } from '@/lib/ports/cloud/simulation';
import { failurePage } from './site-pages';
import { sqlPage } from './sql-pages';
import { sameName } from './windows/domain';
import { readWindows } from './windows/state';

/** The path under which a machine shows its SQL server. */
export const SQL_PATH = 'sql';

/** What a browser gets at the SQL server of a machine: no protocol of databases, but what its console would show. */
export async function serveSql(db: Db, machine: CloudMachine, now: Date): Promise<MachinePage> {
  const { hostname, address, stackId } = machine;
  if (machine.power !== 'ready') return failurePage(502, 'No answer', `The machine ${hostname} is ${machine.power}.`);
  const { sql, domain, edition, cluster } = readWindows(machine.windows);
  if (!sql) return failurePage(502, 'Connection refused', `The machine ${hostname} runs no SQL Server.`);
  const others = await db.cloudMachine.findMany({ where: { stackId, deletedAt: null } });
  const servers = others.map((row) => ({ row, sql: row.power === 'ready' ? readWindows(row.windows).sql : null }));
  const find = (host: string) => servers.find(({ row }) => sameName(row.hostname, host));
  const group = sql.group ? (find(sql.group.primary)?.sql?.group ?? null) : null;
  const states = (group?.replicas ?? []).map(({ host }) => {
    const server = find(host)?.sql;
    const joined = server?.group?.name === group?.name;
    return [host, server ? (joined ? 'joined' : 'not joined') : 'no answer'] as const;
  });
  return sqlPage({
    hostname,
    domain,
    edition,
    address,
    sql,
    group,
    cluster: cluster && { name: cluster.name, address: cluster.address },
    replicas: Object.fromEntries(states),
    now,
  });
}

/** The machine that answers at the address of a listener: the primary replica of its group. */
export async function listeningMachine(db: Db, tenantId: string, address: string): Promise<string | null> {
  const machines = await db.cloudMachine.findMany({
    where: {
      tenantId,
      deletedAt: null,
      windows: { path: ['sql', 'group', 'listener', 'address'], equals: address },
    },
    select: { id: true },
  });
  return machines[0]?.id ?? null;
}
