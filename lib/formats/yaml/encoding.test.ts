import { expect, it } from 'vitest';
import { encodingProblem } from './encoding';

const YAML = 'Name: com.example.Grüße\nExtends: std:Application\n';
const asUtf8 = (bytes: Uint8Array) => Buffer.from(bytes).toString('utf8');
const swapped = (text: string) => Buffer.from(text, 'utf16le').swap16();
const utf32 = (text: string) =>
  Buffer.from([...text].flatMap((sign) => [sign.codePointAt(0) ?? 0, 0, 0, 0].slice(0, 4)));

it.each([
  ['UTF-16, as Windows PowerShell 5 writes it', Buffer.from(`\ufeff${YAML}`, 'utf16le'), 'UTF-16'],
  ['UTF-16 without a mark', Buffer.from(YAML, 'utf16le'), 'UTF-16'],
  ['UTF-16 with the large byte first', swapped(`\ufeff${YAML}`), 'UTF-16'],
  ['UTF-32', utf32(YAML.replaceAll(/[^ -~\n]/g, 'u')), 'UTF-32'],
])('%s is named', (_, bytes, name) => {
  expect(encodingProblem(asUtf8(bytes))).toBe(`This file is written in ${name}. Save it as UTF-8.`);
});

it.each([['', YAML, 'a: \u0000', 'Name: "東京"\n']])('what is UTF-8 is taken as it is', (text) => {
  expect(encodingProblem(text)).toBeNull();
});
