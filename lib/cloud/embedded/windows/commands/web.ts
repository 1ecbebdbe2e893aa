import { createHash } from 'node:crypto';
import type { Arguments, Command, MachineView } from '@/lib/cloud/embedded/windows/command';
import { findDirectory, sameName } from '@/lib/cloud/embedded/windows/domain';
import { thrown, WindowsException } from '@/lib/cloud/embedded/windows/exception';
import { isOwner, machineAccount, SQL_PORT } from './sql';

/** What Install-WebServer wants to find among the prerequisites. */
const PREREQUISITES = ['AspNetMvc4Setup.exe', 'WebApplications.exe'];
const WEB_FEATURES = ['Web-Server', 'Web-Asp-Net45', 'Web-Mgmt-Console', 'Web-Mgmt-Service'];

/** Copies the installers that roles need from the share to a folder. */
export const copyPrerequisites: Command = {
  name: 'Copy-Prerequisites',
  parameters: [{ name: 'Path' }, { name: 'Source' }, { name: 'Destination', required: true }, { name: 'Credential' }],
  seconds: 3,
  run: async ({ state }, given) => {
    const folder = folderName(given.text('Destination'));
    if (!/^([a-z]:|\\\\)/i.test(folder)) {
      throw new WindowsException(
        'System.IO.DirectoryNotFoundException',
        `Could not find a part of the path '${given.text('Destination')}'.`,
      );
    }
    if (!state.folders.includes(folder)) state.folders.push(folder);
    return [];
  },
};

/**
 * Installs the web server with its default site on port 80. Older scripts unpack prerequisites first and
 * say where; later ones give the start page a title.
 */
export const installWebServer: Command = {
  name: 'Install-WebServer',
  parameters: [{ name: 'PrerequisitesPath' }, { name: 'SiteTitle' }],
  seconds: 12,
  run: async ({ state }, given) => {
    const path = given.textOr('PrerequisitesPath', '');
    const folder = folderName(path);
    const there = state.folders.some((known) => folder === known || folder.startsWith(`${known}\\`));
    if (path && !there) {
      throw new WindowsException(
        'System.IO.FileNotFoundException',
        `Can't find file(s): ${PREREQUISITES.map((file) => `'${path}\\${file}'`).join(', ')}`,
      );
    }
    for (const feature of WEB_FEATURES) if (!state.features.includes(feature)) state.features.push(feature);
    // The script leaves a page alone that is there already, its own included.
    if (!state.sites.some((site) => site.name === 'Default Web Site')) {
      const title = given.text('SiteTitle');
      state.sites.push({
        name: 'Default Web Site',
        port: 80,
        path: 'C:\\inetpub\\wwwroot',
        title,
        started: true,
        application: null,
      });
    }
    return [];
  },
};

/**
 * Fetches an application and serves it on port 80 instead of whatever was served there. A name that nobody can
 * have (RFC 2606, `.invalid`) is not found, as on any network; every other repository is there.
 */
export const deployWebApp: Command = {
  name: 'Deploy-WebAppFromGit',
  parameters: [
    { name: 'Url', required: true },
    { name: 'Revision' },
    { name: 'Name', required: true },
    { name: 'Connection' },
    { name: 'ConnectionName' },
  ],
  seconds: 9,
  run: async (machine, given) => {
    const { state } = machine;
    const [repository, revision, name] = [given.text('Url'), given.text('Revision'), given.text('Name')];
    if (!URL.canParse(repository) || !/^https?:/.test(repository)) {
      throw thrown(`'${repository}' is not the web address of a git repository.`);
    }
    if (!state.features.includes('Web-Server')) {
      throw thrown("The specified module 'WebAdministration' was not loaded because no valid module file was found.");
    }
    const { hostname } = new URL(repository);
    if (hostname.endsWith('.invalid')) {
      throw thrown(
        `Fetching ${repository} failed: fatal: unable to access '${repository}': Could not resolve host: ${hostname}`,
      );
    }
    const commit = createHash('sha1').update(`${repository} ${revision}`).digest('hex');
    for (const other of state.sites) if (other.port === 80) other.started = false;
    state.sites = state.sites.filter((site) => site.name !== name);
    const application = { repository, revision, commit, database: await databaseOf(machine, name, given) };
    const path = `C:\\Applications\\${commit}`;
    state.sites.push({ name, port: 80, path, started: true, title: name, application });
    return [commit];
  },
};

/**
 * The database that an application finds by its connection string, when it is let in: Windows sign-in as the account
 * of its machine. An application that is not cannot answer, and so its site is not taken for up.
 *
 * @returns "shop on sql1.acme.local"; empty without a connection string
 */
async function databaseOf(machine: MachineView, site: string, given: Arguments): Promise<string> {
  const connection = given.text('Connection');
  if (connection === '') return '';
  const [, server = '', database = ''] =
    /^Data Source=([^;]+);Initial Catalog=([^;]+);Integrated Security=SSPI$/.exec(connection) ?? [];
  const { state, hostname } = machine;
  const refused = thrown(
    `Answering of '${site}' on port 80 did not happen within 180 seconds: The remote server returned an error: (500) Internal Server Error.`,
  );
  const directory = state.domain ? await findDirectory(machine, state.domain) : null;
  const found = (await machine.neighbours({ protocol: 'tcp', port: SQL_PORT })).find(
    (other) => sameName(`${other.hostname}.${other.state.domain ?? ''}`, server) && other.state.sql !== null,
  );
  const sql = found?.state.sql;
  if (!sql || !directory || !isOwner(sql, database, machineAccount(directory, hostname))) throw refused;
  return `${database} on ${server}`;
}

function folderName(path: string): string {
  return path.replaceAll('/', '\\').replace(/\\+$/, '').toLowerCase();
}
