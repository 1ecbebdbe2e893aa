import type { Command } from '@/lib/cloud/embedded/windows/command';
import { thrown } from '@/lib/cloud/embedded/windows/exception';
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
    if (!given.flag('Force')) {
      throw thrown(`Set-LocalUserPassword changes the password of '${name}' only when told to with -Force.`);
    }
    const account = accounts[name.toLowerCase()];
    if (!account) throw thrown(`There is no account '${name}' on ${state.computerName}.`);
    if (!meetsPolicy(password, account.name)) {
      throw thrown(
        `Windows refused the new password of '${name}': The password does not meet the password policy requirements. ` +
          'Check the minimum password length, password complexity and password history requirements.',
      );
    }
    account.passwordHash = await hashPassword(password);
    if (directory) await replicate(directory);
    return [];
  },
};
