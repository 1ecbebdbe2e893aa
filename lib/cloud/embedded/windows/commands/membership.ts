import type { Command } from '@/lib/cloud/embedded/windows/command';
import { authenticate, findDirectory, sameName } from '@/lib/cloud/embedded/windows/domain';
import { thrown } from '@/lib/cloud/embedded/windows/exception';
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
    const user = given.text('UserName');
    const refuse = (why: string) =>
      thrown(
        `${state.computerName} could not join '${domain}' as '${user}': Computer '${state.computerName}' failed to join ` +
          `domain '${domain}' from its current workgroup 'WORKGROUP' with following error message: ${why}`,
      );
    if (state.domain && sameName(state.domain, domain)) return [];
    if (state.domain) {
      throw thrown(
        `${state.computerName} is in the domain '${state.domain}'; it must leave that before it can join '${domain}'.`,
      );
    }
    if (needsRestart(state)) throw refuse('A restart of the computer is pending.');
    const directory = await findDirectory(machine, domain);
    if (!directory) {
      throw thrown(
        `Finding the domain '${domain}' through the name server did not happen within 300 seconds. ` +
          `Last answer: _ldap._tcp.dc._msdcs.${domain} : DNS name does not exist`,
      );
    }
    if (!(await authenticate(directory, user, given.text('Password')))) {
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
  parameters: [{ name: 'DomainName', required: true }, { name: 'UserName' }, { name: 'Password' }],
  seconds: 3,
  run: async ({ state }, given) => {
    const domain = given.text('DomainName');
    if (!state.domain) return [];
    if (!sameName(state.domain, domain)) {
      throw thrown(`${state.computerName} is in the domain '${state.domain}', not in '${domain}'.`);
    }
    if (state.directory) throw thrown(`${state.computerName} is a controller of '${domain}' and cannot leave it.`);
    if (needsRestart(state)) throw thrown(`${state.computerName} could not leave '${domain}': a restart is pending.`);
    // With or without the consent of the domain: the script leaves without it when it does not answer.
    state.pending.domain = null;
    return [];
  },
};
