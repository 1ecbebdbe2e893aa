import { expect, it } from 'vitest';
import { attributePhrase } from './attribute-phrases';

/** What stands for an attribute of a machine that is still to be made. */

it.each([
  [['web', 'first_address'], '‹address of web›'],
  [['nic', 'fixed_ips', 0, 'ip_address'], '‹address of nic›'],
  [['web', 'networks', 'lan', 0], '‹address of web›'],
  [['web', 'addresses', 'lan', 0, 'addr'], '‹address of web›'],
  [['web', 'instance_name'], '‹instance_name of web›'],
  [['volume', 'attachments', 0, 'device'], '‹attachments device of volume›'],
])('%j is a phrase', (path, phrase) => {
  expect(attributePhrase(path)).toBe(phrase);
});

it('has the shape of the attribute, where programs take it apart', () => {
  expect(attributePhrase(['web', 'networks'])).toEqual({ '‹network›': ['‹address of web›'] });
  expect(attributePhrase(['web', 'networks', 'lan'])).toEqual(['‹address of web›']);
  expect(attributePhrase(['web', 'addresses', 'lan', 0])).toEqual({ addr: '‹address of web›', version: 4 });
  expect(attributePhrase(['nic', 'fixed_ips'])).toEqual([{ ip_address: '‹address of nic›', subnet_id: '‹subnet›' }]);
});
