import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { archiveOf } from '@/lib/catalog/testing/archives';
import { WEB_PAIR } from '@/lib/conductor/runtime/testing/web-pair';
import { zip } from '@/lib/formats/archive/testing/write-zip';
import { packageFiles } from '@/lib/formats/package/page-files';

/** A package that no other story, and no earlier run of the same one, has brought. */
export interface OwnPackage {
  /** what the catalog calls it */
  title: string;
  /** full name */
  name: string;
  /** its archive in a version, with changes to the texts of its files */
  archive(version?: string, change?: (text: string, file: string) => string): Uint8Array;
}

const PORTAL = path.resolve('examples/com.example.TeamPortal');
/** what the example calls its plans, its script and its stack, and the verbs of its commands: one of each per installation */
const PORTAL_NAMES = new RegExp(
  `\\b(${[
    ...['BringOnline', 'CheckMachine', 'CheckPortal', 'CheckService', 'ClearCache', 'ConnectPortal', 'InstallService'],
    ...['ReadPortal', 'RenewAgent'],
    ...['PublishPortal', 'StartService', 'StopService', 'TakeOffline', 'PortalAccess', 'Portal(?=\\.ps1)'],
    '(?:Clear|Connect|Get|Install|New|Publish|Start|Stop|Test)-(?:Portal|PortalService|PortalCache|MachineCertificate|Machine)',
  ].join('|')})\\b`,
  'g',
);

/** The example of a blueprint under its own name: for an installation that nobody else is in. */
export const portalArchive = (): Uint8Array => archiveOf(PORTAL);

/** The example of a blueprint as a package of one's own, down to the names of its plans, its script and its commands. */
export function ownPortal(): OwnPackage {
  const run = `run${randomBytes(3).toString('hex')}`;
  const title = `Team Portal ${run}`;
  const name = `com.${run}.TeamPortal`;
  const renamed = (text: string) => text.replaceAll(PORTAL_NAMES, (found) => `${found}${run}`);
  return {
    title,
    name,
    archive: (version = '1.0.0', change = (text) => text) =>
      archiveOf(
        PORTAL,
        (text, file) =>
          change(
            renamed(text)
              .replace('FullName: com.example.TeamPortal', `FullName: ${name}`)
              .replace('Name: Team Portal\n', `Name: ${title}\n`)
              .replace('Version: 1.0.0', `Version: ${version}`),
            file,
          ),
        renamed,
      ),
  };
}

/** Makes the pair of web servers one's own: a package keeps its name and the content of a version for good. */
export function ownPackage(): OwnPackage {
  const run = `run${randomBytes(3).toString('hex')}`;
  const title = `Pair of web servers ${run}`;
  const name = `com.${run}.WebPair`;
  return {
    title,
    name,
    archive: (version = '1.0.0', change = (text) => text) =>
      archiveOf(WEB_PAIR, (text, file) =>
        change(
          text
            .replaceAll('com.example.WebPair', name)
            .replace('=: com.example\n', `=: com.${run}\n`)
            .replace('Name: Pair of web servers', `Name: ${title}`)
            .replace('Version: 1.0.0', `Version: ${version}`),
          file,
        ),
      ),
  };
}

const WEB_SERVER = path.resolve('catalog/io.vetro.windows.WebServer');

/**
 * A web server that offers an operation of its own, which asks for values of every kind and writes them down.
 *
 * @returns its package, and what services of it are called in the API
 */
export function ownWebServer(): OwnPackage & { type: string } {
  const run = `run${randomBytes(3).toString('hex')}`;
  const title = `Web Server ${run}`;
  const name = `com.${run}.WebServer`;
  const type = `webServer${run}`;
  const command = `New-Report${run}`;
  const asked = [
    '{ name: days, label: Days, kind: integer, required: true, default: 30, min: 1, max: 365 }',
    '{ name: share, label: Share, help: Of all visits., kind: number, max: 1 }',
    '{ name: detail, label: Detail, kind: choice, choices: [short, full], required: true }',
    '{ name: named, label: With names, kind: boolean }',
    '{ name: file, label: File, required: true, pattern: { regex: "[a-z]+", sentence: Small letters alone. } }',
    '{ name: key, label: Key, kind: password, required: true }',
  ];
  const given = ['days', 'share', 'detail', 'named', 'file', 'key'];
  const argument = (one: string) => `${one[0]?.toUpperCase()}${one.slice(1)}`;
  const operations = `
customOperations:
  maintenance.make_report:
    title: Make a report
    summary: Writes down how the web server was used.
    plan: MakeReport${run}
    timeout: 300
    parameters:
${asked.map((one) => `      - ${one}`).join('\n')}
    mappings: { ${given.map((one) => `${one}: { parameter: ${one}, default: "" }`).join(', ')} }
`;
  const parts = given.filter((one) => one !== 'key').map((one) => `str($given.${argument(one)})`);
  const added = [
    {
      path: `Resources/plans/MakeReport${run}.json`,
      text: JSON.stringify({
        Scripts: [`Report${run}.ps1`],
        Commands: [{ Name: command, Arguments: Object.fromEntries(given.map((one) => [argument(one), `$${one}`])) }],
        RebootOnCompletion: 0,
      }),
    },
    {
      path: `Resources/scripts/Report${run}.ps1`,
      text: `function ${command} {\n    param(${given.map((one) => `$${argument(one)}`).join(', ')})\n    "$Days $Share $Detail $Named $File"\n}\n`,
    },
    {
      path: 'Simulation/report.yaml',
      text: [
        'Format: Simulation/1.0',
        'commands:',
        `  ${command}:`,
        `    parameters: { ${given.map((one) => `${argument(one)}: { kind: any }`).join(', ')} }`,
        `    output: ["<% concat(${parts.join(`, ' ', `)}) %>"]`,
        '',
      ].join('\n'),
    },
  ];
  return {
    title,
    name,
    type,
    archive: (version = '1.0.0', change = (text) => text) =>
      archiveOf(
        WEB_SERVER,
        (text, file) =>
          change(
            (file === 'Lifecycle/operations.yaml' ? text + operations : text)
              .replace('FullName: io.vetro.windows.WebServer', `FullName: ${name}`)
              .replace('Name: Web Server\n', `Name: ${title}\n`)
              .replace('Version: 1.0.0', `Version: ${version}`)
              .replace("'webServer'", `'${type}'`)
              .replace('"Web Server":', `"${title}":`)
              .replace('type: webServer\ntitle: Web Server', `type: ${type}\ntitle: ${title}`),
            file,
          ),
        undefined,
        added,
      ),
  };
}

/**
 * The file server of docs/packages.md, and the quota for it of docs/extending-packages.md, as packages of one's own.
 *
 * @returns both, and what services of the first are called in the API
 */
export function ownFileServer(): { server: OwnPackage; quota: OwnPackage; type: string } {
  const run = `run${randomBytes(3).toString('hex')}`;
  const type = `fileServer${run}`;
  const own = (page: string, name: string, title: string): OwnPackage => ({
    title: `${title} ${run}`,
    name: `com.${run}.${name}`,
    archive: () =>
      zip(
        Object.entries(packageFiles(readFileSync(path.resolve(page), 'utf8'))).map(([file, text]) => ({
          path: file,
          text: text
            .replaceAll('com.acme.', `com.${run}.`)
            .replaceAll(/\bfileServer\b/g, type)
            .replaceAll(/^((?:Name|title): .*)$/gm, `$1 ${run}`),
        })),
      ),
  });
  return {
    server: own('docs/packages.md', 'FileServer', 'File Server'),
    quota: own('docs/extending-packages.md', 'FileServerQuota', 'Quota for file servers'),
    type,
  };
}
