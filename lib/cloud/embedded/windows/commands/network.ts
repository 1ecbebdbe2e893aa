import { isIP } from 'node:net';
import type { Command } from '@/lib/cloud/embedded/windows/command';
import { thrown } from '@/lib/cloud/embedded/windows/exception';

/** What Windows calls the first adapter of a machine. */
const ADAPTER = 'Ethernet';

/** The addresses on which a machine's DNS server answers. */
export const getDnsListeningIpAddress: Command = {
  name: 'Get-DnsListeningIpAddress',
  parameters: [],
  seconds: 1,
  run: async ({ state, address }) => {
    if (state.directory && state.features.includes('DNS')) return [address];
    throw thrown(
      `Starting the name server did not happen within 600 seconds. Last answer: Failed to get information for server ${state.computerName}.`,
    );
  },
};

/** Sets whom a machine asks for names. */
export const setNetworkAdapterConfiguration: Command = {
  name: 'Set-NetworkAdapterConfiguration',
  parameters: [{ name: 'FirstAvailable' }, { name: 'Name' }, { name: 'DNSServer', required: true }],
  seconds: 2,
  run: async ({ state }, given) => {
    const servers = given.list('DNSServer');
    const wrong = servers.find((server) => !isIP(server));
    if (wrong !== undefined) throw thrown(`'${wrong}' is not an address of a name server.`);
    if (!given.flag('FirstAvailable') && given.textOr('Name', '') !== ADAPTER) {
      throw thrown('This machine has no connected network adapter to set the name server of.');
    }
    state.dnsServers = servers;
    return [];
  },
};
