import { expect } from 'vitest';
import { createSecretBox } from '@/lib/crypto';
import { newTestId } from './testing/bench';
import { testConfig } from './testing/container';
import { domainWithWebServer } from './testing/domain';
import { killEverywhere } from './testing/kill-everywhere';

/** A domain with two controllers and a web server, deployed by workflows. */
killEverywhere(() => ({
  model: domainWithWebServer(newTestId(), createSecretBox(testConfig('postgresql://nowhere/none').secretKey)),
  boundaries: 41,
  looks: ({ plans, stacks, machines }) => {
    expect(plans.length).toBeGreaterThan(5);
    expect(stacks).toHaveLength(1);
    expect(machines).toHaveLength(3);
  },
}));
