import { expect, it } from 'vitest';
import { deploys } from './deploying';
import { RUN_KINDS, runKind } from './kinds';

it('kinds that deploy are those that say so', () => {
  expect(RUN_KINDS.filter(deploys)).toEqual(RUN_KINDS.filter((kind) => runKind(kind).deploys === true));
});
