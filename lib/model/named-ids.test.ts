import { describe, expect, it } from 'vitest';
import { withNames } from './named-ids';

const ID = '1ed986d1765c4f0d9a3b1ed986d1765c';
const names = new Map([[ID, 'db']]);

describe('a text with ids in it', () => {
  it('calls services by their names', () => {
    expect(withNames(`cluster-${ID}: created`, names)).toBe('cluster-db: created');
    expect(withNames(`listener-${ID} and cluster-${ID}`, names)).toBe('listener-db and cluster-db');
  });

  it('keeps what is no id, or of nobody known', () => {
    const hash = `${ID}${ID}`;
    expect(withNames(hash, names)).toBe(hash);
    expect(withNames('0'.repeat(32), names)).toBe('0'.repeat(32));
  });
});
