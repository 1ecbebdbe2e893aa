import type { Command } from '@/lib/cloud/embedded/windows/command';
import { setLocalUserPassword } from './accounts';
import { installPrimaryController, installSecondaryController } from './controllers';
import { joinDomain, leaveDomain } from './membership';
import { getDnsListeningIpAddress, setNetworkAdapterConfiguration } from './network';
import { copyPrerequisites, deployWebApp, installWebServer } from './web';

/** Every PowerShell function that the simulation understands, by lower-case name; a new one is one line here. */
export const COMMANDS: ReadonlyMap<string, Command> = new Map(
  [
    setLocalUserPassword,
    installPrimaryController,
    installSecondaryController,
    getDnsListeningIpAddress,
    setNetworkAdapterConfiguration,
    joinDomain,
    leaveDomain,
    copyPrerequisites,
    installWebServer,
    deployWebApp,
  ].map((command) => [command.name.toLowerCase(), command]),
);
