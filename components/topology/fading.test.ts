import { createTranslator } from 'next-intl';
import { describe, expect, it } from 'vitest';
import type { Removal } from '@/lib/model/progress/removal';
import { buildTopology } from '@/lib/model/topology/build';
import { hostNodeId } from '@/lib/model/topology/graph';
import {
  EXAMPLE_TYPES,
  exampleDomain,
  exampleEnvironment,
  exampleUnit,
  exampleWeb,
} from '@/lib/model/topology/testing/example';
import messages from '@/messages/en';
import { fading } from './fading';
import { pictureOf } from './picture';
import { topologyWords } from './words';

const DOMAIN = exampleDomain({
  state: { primaryDc: 'dc1' },
  units: [exampleUnit('1', { isMaster: true, state: { hostname: 'dc1' } })],
});
const WEB = exampleWeb({ units: [exampleUnit('3', { state: { hostname: 'web1', iisInstalled: true } })] });
const words = topologyWords(
  createTranslator({ locale: 'en', messages, namespace: 'topology' }),
  createTranslator({ locale: 'en', messages, namespace: 'common' }),
);

/** The machine web1 and the picture around it, while a run removes its service. */
function drawn(removal: Removal) {
  const picture = pictureOf(
    buildTopology({
      deployed: exampleEnvironment(DOMAIN, WEB),
      next: { model: exampleEnvironment(DOMAIN), is: 'deploying' },
      types: EXAMPLE_TYPES,
      deployment: null,
      machines: {},
      removals: new Map([['3'.repeat(32), removal]]),
    }),
  );
  const web1 = picture.byId.get(hostNodeId('3'.repeat(32)));
  if (!web1) throw new Error('web1 is not drawn');
  return { picture, web1 };
}

describe('what a run removes', () => {
  it.each([
    ['waiting', 'To be removed'],
    ['removing', 'Being removed'],
    ['removed', 'Removed'],
  ] as const)('is drawn while it is %s, and says so', (removal, word) => {
    const { web1 } = drawn(removal);
    expect(words.host(web1, [])).toContain(`web1, Web Server, ${word}`);
    expect(words.line(web1)).toBe(word);
  });

  it('fades over a second when it begins to go, and further when it is gone', () => {
    const faded = (removal: Removal) => Number(/opacity-(\d+)/.exec(fading(drawn(removal).web1))?.[1]);
    expect([faded('removing'), faded('removed')]).toEqual([70, 30]);
    for (const removal of ['removing', 'removed'] as const)
      expect(fading(drawn(removal).web1)).toContain('duration-1000');
  });

  it('is no longer counted among the machines that are there, and stays listed', () => {
    const { picture } = drawn('removed');
    expect(words.machines(picture.hosts)).toBe('2 machines: 1 ready, 1 removed');
  });
});
