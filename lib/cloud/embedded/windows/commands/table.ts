import type { Command } from '@/lib/cloud/embedded/windows/command';
import { setLocalUserPassword } from './accounts';
import {
  initializeAlwaysOn,
  initializePrimaryReplica,
  initializeSecondaryReplica,
  removeGoneReplica,
} from './availability-group';
import { confirmSqlServiceAccount, newSharedFolder } from './cluster-environment';
import { installPrimaryController, installSecondaryController, removeGoneController } from './controllers';
import {
  installFailoverClusterPrerequisites,
  joinFailoverCluster,
  newFailoverCluster,
  removeGoneClusterNode,
} from './failover-cluster';
import { joinDomain, leaveDomain } from './membership';
import { getDnsListeningIpAddress, setNetworkAdapterConfiguration } from './network';
import {
  disableSqlLogins,
  enableSqlLogins,
  grantSqlDatabase,
  installSqlServer,
  installSqlServerForGroup,
  installSqlServerPowerShellModule,
} from './sql';
import { copyPrerequisites, deployWebApp, installWebServer } from './web';

/** Every PowerShell function that the simulation understands, by lower-case name; a new one is one line here. */
export const COMMANDS: ReadonlyMap<string, Command> = new Map(
  [
    setLocalUserPassword,
    installPrimaryController,
    installSecondaryController,
    removeGoneController,
    getDnsListeningIpAddress,
    setNetworkAdapterConfiguration,
    joinDomain,
    leaveDomain,
    installSqlServer,
    enableSqlLogins,
    disableSqlLogins,
    grantSqlDatabase,
    installFailoverClusterPrerequisites,
    newFailoverCluster,
    joinFailoverCluster,
    removeGoneClusterNode,
    confirmSqlServiceAccount,
    newSharedFolder,
    installSqlServerForGroup,
    installSqlServerPowerShellModule,
    initializeAlwaysOn,
    initializePrimaryReplica,
    initializeSecondaryReplica,
    removeGoneReplica,
    copyPrerequisites,
    installWebServer,
    deployWebApp,
  ].map((command) => [command.name.toLowerCase(), command]),
);
