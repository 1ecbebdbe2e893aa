import { expect, it } from 'vitest';
import { isHostAddress } from './host-address';

it.each(['192.0.2.7', '::1', '2001:db8::7', 'web1', 'web-1.example.com', '3com.example', `${'a'.repeat(63)}.de`])(
  '%s is an address by which a server can be reached',
  (text) => {
    expect(isHostAddress(text)).toBe(true);
  },
);

it.each([
  ['"; calc; "', 'text'],
  ['', 'nothing'],
  ['192.0.2.256', 'a wrong IP address'],
  ['192.0.2', 'a short one'],
  ['7', 'a number'],
  ['web_1', 'an underscore'],
  ['-web', 'a hyphen in front'],
  ['web..example', 'an empty label'],
  [`${'a'.repeat(64)}.de`, 'a label that is too long'],
  ['web1\n', 'a line break'],
  ['fe80::1%eth0;', 'text behind a zone'],
])('%j is none: %s', (text) => {
  expect(isHostAddress(text)).toBe(false);
});
