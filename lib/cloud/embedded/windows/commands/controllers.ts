import { randomUUID } from 'node:crypto';
import type { Command, MachineView } from '@/lib/cloud/embedded/windows/command';
import { authenticate, findDirectory, sameName } from '@/lib/cloud/embedded/windows/domain';
import { promotionRefused } from '@/lib/cloud/embedded/windows/exception';
import { hashPassword, meetsPolicy } from '@/lib/cloud/embedded/windows/password';
import { type Account, needsRestart, netbiosName } from '@/lib/cloud/embedded/windows/state';

const DOMAIN_NAME = /^(?=.{3,255}$)[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)+$/i;

/** Makes a machine the first controller of a new domain; takes effect with the restart. */
export const installPrimaryController: Command = {
  name: 'Install-RolePrimaryDomainController',
  parameters: [
    { name: 'DomainName', required: true },
    { name: 'SafeModePassword', required: true },
  ],
  seconds: 16,
  run: async (machine, given) => {
    const { state } = machine;
    const domain = given.text('DomainName').toLowerCase();
    const safeMode = given.text('SafeModePassword');
    refuseUnfit(machine, safeMode);
    if (!DOMAIN_NAME.test(domain)) {
      throw promotionRefused(
        `The specified argument 'DomainName' was not recognized: '${domain}' is not a valid DNS domain name.`,
      );
    }
    if (state.domain) {
      throw promotionRefused(
        `This computer is a member of the domain '${state.domain}'. Remove it from that domain first.`,
      );
    }
    const administrator = state.accounts.administrator;
    if (!administrator?.passwordHash) {
      throw promotionRefused(
        'The local Administrator account becomes the domain Administrator account when you create a new domain. ' +
          'The new domain cannot be created because the local Administrator account password does not meet requirements. ' +
          'Currently, the local Administrator password is blank, which might lead to security issues.',
      );
    }
    const netbios = netbiosName(domain);
    for (const { state: other } of await machine.neighbours()) {
      if (other.directory && sameName(other.directory.domain, domain)) {
        throw promotionRefused(`The domain name '${domain}' is already in use on this network.`);
      }
      if (other.directory && sameName(other.directory.netbios, netbios)) {
        throw promotionRefused(`The NetBIOS name '${netbios}' is already in use.`);
      }
    }
    const accounts: Record<string, Account> = Object.fromEntries(
      Object.entries(state.accounts).map(([key, account]) => [key, { ...account }]),
    );
    addController(machine);
    state.pending.directory = {
      id: randomUUID(),
      domain,
      netbios,
      accounts,
      safeModeHash: await hashPassword(safeMode),
    };
    return [];
  },
};

/** Makes a member of a domain a further controller of it; takes effect with the restart. */
export const installSecondaryController: Command = {
  name: 'Install-RoleSecondaryDomainController',
  parameters: [
    { name: 'DomainName', required: true },
    { name: 'UserName', required: true },
    { name: 'Password', required: true },
    { name: 'SafeModePassword', required: true },
  ],
  seconds: 14,
  run: async (machine, given) => {
    const { state } = machine;
    const domain = given.text('DomainName');
    refuseUnfit(machine, given.text('SafeModePassword'));
    if (!state.domain) {
      throw promotionRefused(`This computer is not a member of the domain '${domain}'. Join it to the domain first.`);
    }
    if (!sameName(state.domain, domain)) {
      throw promotionRefused(`This computer is a member of the domain '${state.domain}', not of '${domain}'.`);
    }
    const directory = await findDirectory(machine, domain);
    if (!directory) {
      throw promotionRefused(
        `An Active Directory domain controller for the domain '${domain}' could not be contacted. ` +
          'Ensure that you supplied the correct DNS domain name.',
      );
    }
    if (!(await authenticate(directory, given.text('UserName'), given.text('Password')))) {
      throw promotionRefused(
        'You must supply the correct user name and password: the user name or password is incorrect.',
      );
    }
    addController(machine);
    state.pending.directory = { ...directory, safeModeHash: await hashPassword(given.text('SafeModePassword')) };
    return [];
  },
};

function refuseUnfit({ state }: MachineView, safeModePassword: string): void {
  if (state.directory) {
    throw promotionRefused(`This computer is already a domain controller of the domain '${state.directory.domain}'.`);
  }
  if (needsRestart(state)) {
    throw promotionRefused('A restart of this computer is pending. Restart the computer before you promote it.');
  }
  if (!meetsPolicy(safeModePassword, '')) {
    throw promotionRefused('The SafeModeAdministratorPassword does not meet the password complexity requirements.');
  }
}

function addController({ state }: MachineView): void {
  for (const feature of ['AD-Domain-Services', 'DNS', 'RSAT-AD-PowerShell']) {
    if (!state.features.includes(feature)) state.features.push(feature);
  }
}
