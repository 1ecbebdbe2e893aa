import { expect } from 'vitest';
import { killEverywhere } from '@/lib/container/testing/kill-everywhere';
import { testConfig } from '@/lib/container/testing/start-container';
import { createSecretBox } from '@/lib/crypto';
import { newTestId } from './testing/bench';
import { domainWithWebServer } from './testing/domain';

/** A domain with two controllers and a web server, deployed by workflows. */
killEverywhere(() => ({
  model: domainWithWebServer(newTestId(), createSecretBox(testConfig('postgresql://nowhere/none').secretKey)),
  boundaries: 41,
  expectUndisturbed: ({ plans, stacks, machines }) => {
    expect(plans.length).toBeGreaterThan(5);
    expect(stacks).toHaveLength(1);
    expect(machines).toHaveLength(3);
  },
}));
