import type { NativeClass } from '../../types/native';

/**
 * `io.murano.system.MetadefBrowser`: the catalogue of metadata definitions. Where the cloud publishes none, no tag is
 * known to be out of place.
 */
export const metadefBrowser: NativeClass = {
  name: 'io.murano.system.MetadefBrowser',
  methods: [
    { name: '.init', arguments: [{ name: 'regionName', contract: '$.string()', default: null }], run: () => null },
    {
      name: 'getNamespaces',
      arguments: [{ name: 'resourceType', contract: '$.string()', default: null }],
      run: () => [],
    },
    { name: 'getObjects', arguments: [{ name: 'namespace', contract: '$.string().notNull()' }], run: () => [] },
    {
      name: 'canBeAppliedTo',
      arguments: [{ name: 'tag' }, { name: 'resourceType', contract: '$.string()', default: null }],
      run: () => true,
    },
  ],
};
