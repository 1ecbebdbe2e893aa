import { randomUUID } from 'node:crypto';
import type { Command, MachineView } from '@/lib/cloud/embedded/windows/command';
import { authenticate, DIRECTORY, findDirectory, sameName } from '@/lib/cloud/embedded/windows/domain';
import { thrown } from '@/lib/cloud/embedded/windows/exception';
import { hashPassword, meetsPolicy } from '@/lib/cloud/embedded/windows/password';
import { type Account, needsRestart, netbiosName } from '@/lib/cloud/embedded/windows/state';

/** What the deployment module of the domain services says before its reason. */
const UNFIT = 'Verification of prerequisites for Domain Controller promotion failed.';
/** Where Windows asks around whether a name is taken. */
const NETBIOS = { protocol: 'udp', port: 137 } as const;
const DOMAIN_NAME = /^(?=.{3,255}$)[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)+$/i;

/**
 * Makes a machine the first controller of a new domain; takes effect with the restart. One that is a
 * controller of this very domain already is left alone.
 */
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
    if (isControllerOf(machine, domain, `cannot create '${domain}'`)) return [];
    const promotionRefused = (why: string) =>
      thrown(`The domain '${domain}' could not be created on ${state.computerName}: ${UNFIT} ${why}`);
    refuseUnfit(machine, safeMode, promotionRefused);
    if (!DOMAIN_NAME.test(domain)) {
      throw promotionRefused(`The specified argument 'DomainName' was not recognized: '${domain}' is no DNS name.`);
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
    for (const { state: other } of await machine.neighbours(NETBIOS)) {
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

/** Makes a member of a domain a further controller of it; takes effect with the restart. Likewise. */
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
    if (isControllerOf(machine, domain, `cannot serve '${domain}'`)) return [];
    const promotionRefused = (why: string) =>
      thrown(`${state.computerName} could not become a controller of '${domain}': ${UNFIT} ${why}`);
    if (!state.domain || !sameName(state.domain, domain)) {
      throw thrown(`${state.computerName} is not a member of '${domain}' and cannot become a controller of it.`);
    }
    refuseUnfit(machine, given.text('SafeModePassword'), promotionRefused);
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

/** Takes controllers out of the directory whose machines are gone; one that still answers is not gone. */
export const removeGoneController: Command = {
  name: 'Remove-GoneController',
  parameters: [
    { name: 'DomainName', required: true },
    { name: 'Controllers', required: true },
  ],
  seconds: 4,
  run: async (machine, given) => {
    const { state } = machine;
    const { directory } = state;
    const domain = given.text('DomainName');
    if (!directory || !sameName(directory.domain, domain)) {
      throw thrown(`${state.computerName} is no controller and cannot change the directory of '${domain}'.`);
    }
    const stay = given.list('Controllers');
    const alive = (await machine.neighbours(DIRECTORY)).find(
      ({ hostname, state: other }) =>
        other.directory?.id === directory.id && !stay.some((name) => sameName(name, hostname)),
    );
    if (alive) {
      throw thrown(`The controller '${alive.hostname}' still answers; it was not taken out of the directory.`);
    }
    return [];
  },
};

/** @throws when it is a controller of another domain */
function isControllerOf({ state }: MachineView, domain: string, cannot: string): boolean {
  if (!state.directory) return false;
  if (sameName(state.directory.domain, domain)) return true;
  throw thrown(`${state.computerName} is a controller of '${state.directory.domain}' already and ${cannot}.`);
}

function refuseUnfit({ state }: MachineView, safeModePassword: string, refused: (why: string) => Error): void {
  if (needsRestart(state)) {
    throw refused('A restart of this computer is pending. Restart the computer before you promote it.');
  }
  if (!meetsPolicy(safeModePassword, '')) {
    throw refused('The SafeModeAdministratorPassword does not meet the password complexity requirements.');
  }
}

function addController({ state }: MachineView): void {
  for (const feature of ['AD-Domain-Services', 'DNS', 'RSAT-AD-PowerShell']) {
    if (!state.features.includes(feature)) state.features.push(feature);
  }
}
