import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { archiveOf } from '@/lib/catalog/testing/archives';
import { WEB_PAIR } from '@/lib/conductor/runtime/testing/web-pair';

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
    ...['PublishPortal', 'StartService', 'StopService', 'TakeOffline', 'PortalAccess', 'Portal(?=\\.ps1)'],
    '(?:Clear|Connect|Install|Publish|Start|Stop|Test)-(?:Portal|PortalService|PortalCache|Machine)',
  ].join('|')})\\b`,
  'g',
);

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
