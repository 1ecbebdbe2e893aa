import type { Command } from '@/lib/cloud/embedded/windows/command';
import { authenticate, findDirectory, sameName } from '@/lib/cloud/embedded/windows/domain';
import { WindowsException } from '@/lib/cloud/embedded/windows/exception';
import { needsRestart } from '@/lib/cloud/embedded/windows/state';

/** Makes a machine a member of a domain; takes effect with the restart. */
export const joinDomain: Command = {
  name: 'Join-Domain',
  parameters: [
    { name: 'DomainName', required: true },
    { name: 'UserName', required: true },
    { name: 'Password', required: true },
    { name: 'OUPath' },
    { name: 'AllowRestart' },
  ],
  seconds: 4,
  run: async (machine, given) => {
    const { state } = machine;
    const domain = given.text('DomainName');
    const refuse = (why: string) => {
      const place = state.domain ? `current domain '${state.domain}'` : "current workgroup 'WORKGROUP'";
      return operationRefused(
        `Computer '${state.computerName}' failed to join domain '${domain}' from its ${place} with following error message: ${why}`,
      );
    };
    // The script looks first and leaves a machine alone that is where it should be.
    if (state.domain && sameName(state.domain, domain) && !needsRestart(state)) return [];
    if (state.directory) throw refuse('The machine is a domain controller and cannot be moved to another domain.');
    if (state.domain)
      throw refuse('The machine is already joined to a domain. To join a new domain, first leave the current one.');
    if (needsRestart(state)) throw refuse('A restart of the computer is pending.');
    const directory = await findDirectory(machine, domain);
    if (!directory) throw refuse('The specified domain either does not exist or could not be contacted.');
    if (!(await authenticate(directory, given.text('UserName'), given.text('Password')))) {
      throw refuse('The user name or password is incorrect.');
    }
    const unit = given.textOr('OUPath', '');
    if (unit && !/^(OU|CN)=.+,DC=/i.test(unit)) throw refuse('The system cannot find the path specified.');
    state.pending.domain = directory.domain;
    return [];
  },
};

/** Takes a machine out of its domain; takes effect with the restart. */
export const leaveDomain: Command = {
  name: 'Leave-Domain',
  parameters: [{ name: 'UserName' }, { name: 'Password' }, { name: 'DomainName' }],
  seconds: 3,
  run: async (machine, given) => {
    const { state } = machine;
    if (state.directory) {
      throw operationRefused(
        `Computer '${state.computerName}' cannot be removed from the domain '${state.domain}': it is a domain controller.`,
      );
    }
    if (!state.domain) {
      throw operationRefused(
        `Cannot remove computer '${state.computerName}' from its domain: the computer is not joined to a domain.`,
      );
    }
    const user = given.textOr('UserName', '');
    const directory = user ? await findDirectory(machine, state.domain) : null;
    if (directory && !(await authenticate(directory, user, given.textOr('Password', '')))) {
      throw operationRefused(
        `Failed to unjoin computer '${state.computerName}' from domain '${state.domain}' with the following error message: ` +
          'The user name or password is incorrect.',
      );
    }
    state.pending.domain = null;
    return [];
  },
};

function operationRefused(message: string): WindowsException {
  return new WindowsException('System.InvalidOperationException', message);
}
