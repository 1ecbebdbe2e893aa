import type { JsonObject } from '@/lib/model/json';
import type { NetworkView } from '@/lib/ports/conductor';
import { DslError } from '../../errors';
import type { MuranoObject } from '../../objects/murano-object';
import type { NativeArgument, NativeCall, NativeClass, NativeMethod } from '../../types/native';
import { ask } from '../requests';
import { freeCidr } from './address-ranges';
import { numberArgument, selfOf, textArgument } from './call';

const ID = (name: string): NativeArgument => ({ name, contract: '$.string()', default: null });
const VERSION: NativeArgument = { name: 'ipVersion', contract: '$.int()', default: 4 };

/** `io.murano.system.NetworkExplorer`: looks at the networks of the cloud. */
export const networkExplorer: NativeClass = {
  name: 'io.murano.system.NetworkExplorer',
  methods: [
    { name: '.init', arguments: [ID('regionName')], run: () => null },
    looking('listNetworks', [], ({ networks }) => networks),
    looking('listSubnetworks', [], ({ subnets }) => subnets),
    looking('listPorts', [], ({ ports }) => ports),
    looking('listNeutronExtensions', [], ({ extensions }) => extensions),
    looking('getDefaultRouter', [], ({ defaultRouter }) => defaultRouter),
    looking('getDefaultDns', [VERSION], ({ nameServers }, call) => {
      const wanted = numberArgument(call, 0) ?? 4;
      return nameServers.filter((address) => address.includes(':') === (wanted === 6));
    }),
    looking('getAvailableCidr', [ID('routerId'), ID('netId'), VERSION], (view, call) => {
      const given = rangesGiven(selfOf(call));
      const taken = [...view.subnets.map(({ cidr }) => String(cidr)), ...given.values()];
      // Asked again for the same network, the answer is the same.
      const network = textArgument(call, 1);
      const range = given.get(network) ?? freeCidr(taken, numberArgument(call, 2) === 6);
      if (range === null) throw new DslError('ValueError', 'There is no free range of addresses for another network.');
      given.set(network, range);
      return range;
    }),
    looking(
      'getExternalNetworkIdForRouter',
      [ID('routerId')],
      ({ externalNetworks }, call) => externalNetworks[textArgument(call, 0)] ?? null,
    ),
    looking('getExternalNetworkIdForNetwork', [ID('networkId')], (view) => {
      const router = view.defaultRouter;
      return (router === null ? undefined : view.externalNetworks[router]) ?? externalOf(view.networks);
    }),
  ],
};

function looking(
  name: string,
  args: readonly NativeArgument[],
  answer: (view: NetworkView, call: NativeCall) => unknown,
): NativeMethod {
  return {
    name,
    arguments: args,
    run: function* (call) {
      let view = call.state.get('view') as NetworkView | undefined;
      if (!view) {
        view = yield* ask('networks', {});
        call.state.set('view', view);
      }
      return answer(view, call);
    },
  };
}

function externalOf(networks: readonly JsonObject[]): unknown {
  return networks.find((network) => network['router:external'] === true)?.id ?? null;
}

/** Ranges that this run has given to networks, kept at the root of the model: the cloud does not know them yet. */
function rangesGiven(explorer: MuranoObject): Map<string, string> {
  let root = explorer;
  while (root.owner) root = root.owner;
  const known = root.native.get('ranges') as Map<string, string> | undefined;
  if (known) return known;
  const fresh = new Map<string, string>();
  root.native.set('ranges', fresh);
  return fresh;
}
