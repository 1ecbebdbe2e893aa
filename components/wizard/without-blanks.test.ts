import { describe, expect, it } from 'vitest';
import type { JsonObject } from '@/lib/model/json';
import { withoutBlanks } from './without-blanks';

describe('a service without blanks', () => {
  it('has neither what is empty nor what is null, also in its units', () => {
    const service: JsonObject = {
      name: 'Web',
      zone: '',
      image: null,
      units: [{ name: 'web1', address: '' }, { name: null }],
    };
    expect(withoutBlanks(service)).toEqual({ name: 'Web', units: [{ name: 'web1' }, {}] });
  });

  it('keeps what is false, zero or an empty list', () => {
    const service = { secure: false, port: 0, units: [], names: [''] };
    expect(withoutBlanks(service)).toEqual(service);
  });
});
