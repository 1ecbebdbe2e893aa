import { describe, expect, it } from 'vitest';
import { withRetryableOutages } from './retryable-outages';

const lost = Object.assign(new Error('Connection terminated unexpectedly'), { code: '57P01' });

describe('a driver on our database', () => {
  const driver = {
    name: 'x',
    speed: () => 2,
    agents: {
      send: async (text: string) => {
        if (text === 'lost') throw lost;
        if (text === 'wrong') throw new TypeError('no such thing');
        return text;
      },
    },
  };
  const watched = withRetryableOutages(driver);

  it('says of a lost connection that it is worth another try', async () => {
    await expect(watched.agents.send('lost')).rejects.toMatchObject({
      code: 'database_unreachable',
      retryable: true,
      cause: lost,
    });
  });

  it('is as it was otherwise', async () => {
    expect(await watched.agents.send('hello')).toBe('hello');
    expect([watched.name, watched.speed()]).toEqual(['x', 2]);
    await expect(watched.agents.send('wrong')).rejects.toThrow(TypeError);
  });
});
