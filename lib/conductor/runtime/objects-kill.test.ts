import { expect } from 'vitest';
import { catalogWith } from '@/lib/catalog/testing/catalog-with';
import { killEverywhere } from '@/lib/container/testing/kill-everywhere';
import { newTestId } from './testing/bench';
import { environmentWithPair, WEB_PAIR } from './testing/web-pair';

/** An application in MuranoPL: two machines side by side, a plan for each, an output and reports. */
killEverywhere(() => ({
  model: environmentWithPair(newTestId(), ['web1', 'web2']),
  catalogDirectory: catalogWith(WEB_PAIR),
  boundaries: 25,
  expectUndisturbed: ({ plans, stacks, machines, environment }) => {
    expect(plans).toHaveLength(2);
    expect(stacks.filter(({ status }) => status === 'COMPLETE')).toHaveLength(1);
    expect(machines).toHaveLength(2);
    expect(environment.model).toMatchObject({
      services: [{ pages: { web1: 'Welcome from web1\n', web2: 'Welcome from web2\n' } }],
    });
  },
}));
