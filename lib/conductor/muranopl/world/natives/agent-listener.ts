import type { NativeArgument, NativeClass } from '../../types/native';
import { textArgument } from './call';

const MESSAGE: NativeArgument = { name: 'messageId', contract: '$.string()' };

/**
 * `io.murano.system.AgentListener`: answers of agents are heard as long as the product runs, and find the plan that
 * waits for them by themselves, so there is nothing to begin or to end.
 */
export const agentListener: NativeClass = {
  name: 'io.murano.system.AgentListener',
  methods: [
    {
      name: '.init',
      arguments: [{ name: 'name', contract: '$.string()', default: null }],
      run: (call) => {
        call.state.set('name', textArgument(call, 0));
        return null;
      },
    },
    { name: 'queueName', run: ({ state }) => state.get('name') ?? '' },
    { name: 'start', run: () => null },
    { name: 'stop', run: () => null },
    { name: 'subscribe', arguments: [MESSAGE, { name: 'event' }], run: () => null },
    { name: 'unsubscribe', arguments: [MESSAGE], run: () => null },
  ],
};
