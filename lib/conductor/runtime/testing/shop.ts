import path from 'node:path';

/** A package written in MuranoPL whose class says much itself: defaults, nested objects, maps, an answer that an action changes. */
export const SHOP = path.resolve('lib/conductor/runtime/testing/packages/com.example.Shop');
