import { DslError } from '../../errors';
import type { NativeArgument, NativeClass } from '../../types/native';

const REGION: NativeArgument = { name: 'regionName', contract: '$.string()', default: null };

/** `io.murano.system.MistralClient`: no cloud behind this product runs workflows, and programs are told so. */
export const mistralClient: NativeClass = {
  name: 'io.murano.system.MistralClient',
  methods: [
    { name: '.init', arguments: [REGION], run: () => null },
    { name: 'upload', arguments: [{ name: 'definition', contract: '$.string().notNull()' }], run: refuse },
    {
      name: 'run',
      arguments: [
        { name: 'name', contract: '$.string().notNull()' },
        { name: 'timeout', contract: '$.int()', default: 600 },
        { name: 'inputs', default: null },
        { name: 'params', default: null },
      ],
      run: refuse,
    },
  ],
};

function refuse(): never {
  throw new DslError('murano.engine.system.workflowclient.MistralError', 'The cloud has no service for workflows.');
}
