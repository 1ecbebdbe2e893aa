import type { Command } from '@/lib/cloud/embedded/windows/command';
import { thrown, WindowsException } from '@/lib/cloud/embedded/windows/exception';
import { hashPassword, meetsPolicy } from '@/lib/cloud/embedded/windows/password';

/** Sets an account's password: a local one, or on a domain controller the domain's. */
export const setLocalUserPassword: Command = {
  name: 'Set-LocalUserPassword',
  parameters: [{ name: 'UserName', required: true }, { name: 'Password', required: true }, { name: 'Force' }],
  seconds: 2,
  run: async ({ state, replicate }, given) => {
    const name = given.text('UserName');
    const password = given.text('Password');
    const { directory } = state;
    const accounts = directory ? directory.accounts : state.accounts;
    const account = accounts[name.toLowerCase()];
    if (!account) throw thrown(`Unable to find local user account '${name}'`);
    if (!meetsPolicy(password, account.name)) {
      throw new WindowsException(
        'System.Management.Automation.MethodInvocationException',
        'Exception calling "SetPassword" with "1" argument(s): "The password does not meet the password policy ' +
          'requirements. Check the minimum password length, password complexity and password history requirements."',
      );
    }
    // Without -Force the script only warns that it would have changed the password.
    if (!given.flag('Force')) return [];
    account.passwordHash = await hashPassword(password);
    if (directory) await replicate(directory);
    return [];
  },
};
