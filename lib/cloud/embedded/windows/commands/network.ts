import { isIPv4 } from 'node:net';
import type { Command } from '@/lib/cloud/embedded/windows/command';
import { badParameter, WindowsException } from '@/lib/cloud/embedded/windows/exception';

/** The addresses on which a machine's DNS server answers. */
export const getDnsListeningIpAddress: Command = {
  name: 'Get-DnsListeningIpAddress',
  parameters: [],
  seconds: 1,
  run: async ({ state, address }) => {
    if (state.directory && state.features.includes('DNS')) return [address];
    throw new WindowsException(
      'Microsoft.Management.Infrastructure.CimException',
      `Failed to get information for server ${state.computerName}: the DNS server is not installed or does not run.`,
    );
  },
};

/** Sets whom a machine asks for names. */
export const setNetworkAdapterConfiguration: Command = {
  name: 'Set-NetworkAdapterConfiguration',
  parameters: [
    { name: 'FirstAvailable' },
    { name: 'Name' },
    { name: 'IPAddress' },
    { name: 'SubnetMask' },
    { name: 'DefaultGateway' },
    { name: 'DNSServer' },
  ],
  seconds: 2,
  run: async ({ state }, given) => {
    if (!given.flag('FirstAvailable') && given.textOr('Name', '') === '') {
      throw badParameter('Parameter set cannot be resolved using the specified named parameters.');
    }
    const servers = given.list('DNSServer');
    const wrong = servers.find((server) => !isIPv4(server));
    if (wrong !== undefined) {
      throw badParameter(
        `Cannot process argument transformation on parameter 'DNSServer'. Cannot convert value "${wrong}" to type ` +
          '"System.Net.IPAddress". Error: "An invalid IP address was specified."',
      );
    }
    if (servers.length > 0) state.dnsServers = servers;
    return [];
  },
};
