import type { Command } from '@/lib/cloud/embedded/windows/command';
import {
  authenticate,
  findDirectory,
  fullAccount,
  requireAdministrator,
  requireDomainUser,
} from '@/lib/cloud/embedded/windows/domain';
import { thrown } from '@/lib/cloud/embedded/windows/exception';
import { hashPassword, meetsPolicy } from '@/lib/cloud/embedded/windows/password';
import { addFeatures } from '@/lib/cloud/embedded/windows/state';

/** Name of the folder through which databases reach other replicas. */
export const SHARE = 'AlwaysOn';

/** Makes sure of an account of the domain: one that is there must have this password, a missing one is created. */
export const confirmSqlServiceAccount: Command = {
  name: 'Confirm-SqlServiceAccount',
  parameters: [
    { name: 'ServiceUserName', required: true },
    { name: 'ServicePassword', required: true },
    { name: 'DomainName', required: true },
    { name: 'UserName', required: true },
    { name: 'Password', required: true },
  ],
  seconds: 3,
  run: async (machine, given) => {
    const domain = given.text('DomainName');
    const user = given.text('UserName');
    const directory = await requireDomainUser(machine, domain, user, given.text('Password'));
    if (!machine.state.features.includes('RSAT-AD-PowerShell')) {
      throw thrown(
        "The specified module 'ActiveDirectory' was not loaded because no valid module file was found in any module directory.",
      );
    }
    const name = given.text('ServiceUserName');
    const password = given.text('ServicePassword');
    if (directory.accounts[name.toLowerCase()]) {
      if (await authenticate(directory, name, password)) return [];
      throw thrown(`The domain ${domain} has an account '${name}' already, with another password.`);
    }
    requireAdministrator(user);
    if (!meetsPolicy(password, name)) {
      throw thrown('The password does not meet the length, complexity, or history requirement of the domain.');
    }
    directory.accounts[name.toLowerCase()] = { name, passwordHash: await hashPassword(password) };
    await machine.replicate(directory);
    return [];
  },
};

/** Shares the folder for copies of databases, for the account that SQL Server runs as. */
export const newSharedFolder: Command = {
  name: 'New-SharedFolderForAOAG',
  parameters: [
    { name: 'DomainName', required: true },
    { name: 'ServiceUserName', required: true },
  ],
  seconds: 3,
  run: async (machine, given) => {
    const { state } = machine;
    const directory = await findDirectory(machine, given.text('DomainName'));
    const name = given.text('ServiceUserName');
    if (!directory?.accounts[name.toLowerCase()]) {
      throw thrown('Some or all identity references could not be translated.');
    }
    addFeatures(state, ['FS-FileServer']);
    if (!state.shares.some((share) => share.name === SHARE)) {
      state.shares.push({ name: SHARE, account: fullAccount(directory, name) });
    }
    return [];
  },
};
