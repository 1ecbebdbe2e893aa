import { expect } from 'vitest';
import { catalogWith } from '@/lib/catalog/testing/catalog-with';
import { killEverywhere } from '@/lib/container/testing/kill-everywhere';
import { newTestId } from './testing/bench';
import { environmentWithPair, WEB_PAIR } from './testing/web-pair';

/** An action of an application in MuranoPL: a plan on each of its machines, and what they answer is the result. */
killEverywhere(() => {
  const model = environmentWithPair(newTestId(), ['web1', 'web2']);
  const objectId = model.services[0]?.id ?? '';
  return {
    model,
    action: {
      objectId,
      object: 'pages',
      method: 'greet',
      title: 'Greet',
      arguments: { greeting: 'Hello', keep: true },
    },
    catalogDirectory: catalogWith(WEB_PAIR),
    boundaries: 10,
    expectUndisturbed: ({ plans, run, environment }) => {
      const answers = { web1: 'Hello from web1\n', web2: 'Hello from web2\n' };
      expect(plans).toHaveLength(4);
      expect(run).toEqual({ version: 2, result: answers });
      expect(environment).toMatchObject({ version: 2, active: null, model: { services: [{ pages: answers }] } });
    },
  };
});
