import type { Command, MachineView } from '@/lib/cloud/embedded/windows/command';
import { authenticate, findDirectory, fullAccount, sameName } from '@/lib/cloud/embedded/windows/domain';
import { thrown } from '@/lib/cloud/embedded/windows/exception';
import { hashPassword, meetsPolicy } from '@/lib/cloud/embedded/windows/password';
import type { Sql } from '@/lib/cloud/embedded/windows/sql-state';
import { needsRestart, type WindowsState } from '@/lib/cloud/embedded/windows/state';

export const SQL_PORT = 1433;
export const ENDPOINT_PORT = 5022;
/** The account of its own that the service has on a machine when it is given none. */
const VIRTUAL_ACCOUNT = 'NT Service\\MSSQLSERVER';

/** Installs SQL Server: sign-in for Windows users alone, as the given account of a domain or the machine's own. */
export const installSqlServer: Command = {
  name: 'Install-SqlServer',
  parameters: [{ name: 'ServiceAccount' }, { name: 'ServicePassword' }],
  seconds: 20,
  run: async ({ state }) => {
    install(state, VIRTUAL_ACCOUNT);
    return [];
  },
};

/** Installs SQL Server on a node of a cluster. */
export const installSqlServerForGroup: Command = {
  name: 'Install-SqlServerForAOAG',
  parameters: [
    { name: 'DomainName', required: true },
    { name: 'ServiceUserName', required: true },
    { name: 'ServicePassword', required: true },
  ],
  seconds: 20,
  run: async (machine, given) => {
    const { state } = machine;
    if (!state.cluster) throw thrown(`${state.computerName} is no node of a running failover cluster.`);
    const account = await serviceAccount(machine, given.text('DomainName'), {
      user: given.text('ServiceUserName'),
      password: given.text('ServicePassword'),
    });
    install(state, account);
    open(state, ENDPOINT_PORT);
    return [];
  },
};

/** Looks for the PowerShell module that comes with SQL Server. */
export const installSqlServerPowerShellModule: Command = {
  name: 'Install-SqlServerPowerShellModule',
  parameters: [],
  seconds: 1,
  run: async ({ state }) => {
    sqlOf(state);
    return [];
  },
};

/** Lets SQL logins in and sets the password of sa. */
export const enableSqlLogins: Command = {
  name: 'Enable-SqlLogins',
  parameters: [{ name: 'SAPassword', required: true }],
  seconds: 4,
  run: async ({ state }, given) => {
    const sql = sqlOf(state);
    const password = given.text('SAPassword');
    if (!meetsPolicy(password, '')) {
      throw thrown(
        'Password validation failed. The password does not meet Windows policy requirements because it is not complex enough.',
      );
    }
    sql.mixedMode = true;
    sql.saHash = await hashPassword(password);
    return [];
  },
};

/** Lets Windows users in only. */
export const disableSqlLogins: Command = {
  name: 'Disable-SqlLogins',
  parameters: [],
  seconds: 4,
  run: async ({ state }) => {
    const sql = sqlOf(state);
    sql.mixedMode = false;
    sql.saHash = null;
    return [];
  },
};

/** Makes a database where there is none, and lets the account of another machine of the domain do everything in it. */
export const grantSqlDatabase: Command = {
  name: 'Grant-SqlDatabase',
  parameters: [
    { name: 'Database', required: true },
    { name: 'DomainName', required: true },
    { name: 'Computer', required: true },
  ],
  seconds: 4,
  run: async (machine, given) => {
    const sql = sqlOf(machine.state);
    const [database, computer] = [given.text('Database'), given.text('Computer')];
    const directory = await findDirectory(machine, given.text('DomainName'));
    if (!directory) {
      throw thrown(
        `Finding the account of ${computer} in '${given.text('DomainName')}' did not happen within 300 seconds.`,
      );
    }
    if (!sql.databases.some(({ name }) => sameName(name, database)))
      sql.databases.push({ name: database, replicated: false });
    const account = machineAccount(directory, computer);
    if (!isOwner(sql, database, account)) sql.owners.push({ database, account });
    return [];
  },
};

/** The account that a machine has in its domain: `ACME\WEB1$`. */
export function machineAccount({ netbios }: { netbios: string }, hostname: string): string {
  return `${netbios}\\${hostname.toUpperCase()}$`;
}

/** Whether an account may do everything in a database. */
export function isOwner(sql: Sql, database: string, account: string): boolean {
  return sql.owners.some((owner) => sameName(owner.database, database) && sameName(owner.account, account));
}

/** The SQL Server of a machine. @throws SqlException when there is none */
export function sqlOf(state: WindowsState): Sql {
  if (state.sql) return state.sql;
  throw thrown(
    'A network-related or instance-specific error occurred while establishing a connection to SQL Server. ' +
      'The server was not found or was not accessible.',
  );
}

function install(state: WindowsState, account: string): void {
  open(state, SQL_PORT);
  if (state.sql) return;
  if (needsRestart(state)) {
    throw thrown('The setup of SQL Server ended with -2067919934: a restart of this computer is pending.');
  }
  if (state.directory) {
    throw thrown('The setup of SQL Server ended with -2068578304: it is not supported on a domain controller.');
  }
  state.sql = {
    account,
    mixedMode: false,
    saHash: null,
    alwaysOn: false,
    endpoint: null,
    databases: [],
    owners: [],
    group: null,
  };
}

function open(state: WindowsState, port: number): void {
  if (!state.openPorts.includes(port)) state.openPorts.push(port);
}

/** Setup tries the account before it installs anything. */
async function serviceAccount(
  machine: MachineView,
  domain: string,
  { user, password }: { user: string; password: string },
): Promise<string> {
  const directory = await findDirectory(machine, domain);
  if (!directory || !(await authenticate(directory, user, password))) {
    throw thrown(
      "The setup of SQL Server ended with -2061893608: The credentials you provided for the 'SQLSERVER' service are invalid.",
    );
  }
  return fullAccount(directory, user);
}
