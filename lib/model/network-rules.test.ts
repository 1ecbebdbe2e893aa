import { describe, expect, it } from 'vitest';
import { networkListViolations } from './network-rules';

const codes = (...networks: string[]) => networkListViolations(networks).map(({ code }) => code);

describe('a list of networks', () => {
  it('takes networks as they are written, large and small, and none', () => {
    expect(codes()).toEqual([]);
    expect(codes('10.20.0.0/16', '192.0.2.7/32', '0.0.0.0/0')).toEqual([]);
  });

  it.each([
    ['10.20.0.0', 'not_network'],
    ['10.20.0.0/33', 'not_network'],
    ['10.20.0.0/255.255.0.0', 'not_network'],
    ['office', 'not_network'],
    ['10.20.0.5/16', 'network_inside'],
  ])('refuses %s, and says how it is written', (network, code) => {
    const [violation] = networkListViolations([network]);
    expect(violation?.code).toBe(code);
    expect(violation?.sentence).toContain(network);
  });

  it('refuses a network twice, and more than a security group is readable with', () => {
    expect(codes('10.20.0.0/16', '10.20.0.0/16')).toEqual(['network_twice']);
    expect(codes(...Array.from({ length: 21 }, (_, index) => `10.${index}.0.0/16`))).toEqual(['too_many_networks']);
  });
});
