import type { Command } from '@/lib/cloud/embedded/windows/command';
import { WindowsException } from '@/lib/cloud/embedded/windows/exception';

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
      state.sites.push({ name: 'Default Web Site', port: 80, path: 'C:\\inetpub\\wwwroot', title, started: true });
    }
    return [];
  },
};

function folderName(path: string): string {
  return path.replaceAll('/', '\\').replace(/\\+$/, '').toLowerCase();
}
