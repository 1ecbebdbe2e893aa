import type { SeededRandom } from './seeded-random';
import { oddBody, TEXTS } from './values';

/** A body with the type that it says it has. */
export interface TypedBody {
  type: string;
  bytes: Buffer;
}

/** The text fields of an upload, and the types that a file may be sent as by itself. */
export interface DescribedUpload {
  fields: string[];
  types: string[];
}

/** An upload that is right but for what chance has made odd in it: its files never hold what they should. */
export function hostileUpload({ fields, types }: DescribedUpload, odd: boolean, chance: SeededRandom): TypedBody {
  if (chance.oneIn(3)) return { type: chance.one(types), bytes: oddBody(chance) };
  const boundary = chance.oneIn(20) ? chance.one(['', 'a b', '-'.repeat(200)]) : 'a-boundary-of-ours';
  const parts = [
    ...fields
      .filter(() => chance.oneIn(2))
      .map((name) => part(boundary, `name="${name}"`, Buffer.from(chance.one(TEXTS)))),
    ...Array.from({ length: chance.below(3) }, () => part(boundary, 'name="file"; filename="a.zip"', oddBody(chance))),
    ...(odd ? [part(boundary, chance.one(TEXTS).replace(/[\r\n]/g, ' '), oddBody(chance))] : []),
  ];
  const whole = Buffer.concat([...parts, Buffer.from(`--${boundary}--\r\n`)]);
  return {
    type: `multipart/form-data; boundary=${boundary}`,
    bytes: odd && chance.oneIn(3) ? whole.subarray(0, chance.below(whole.length)) : whole,
  };
}

function part(boundary: string, disposition: string, content: Buffer): Buffer {
  const head = `--${boundary}\r\nContent-Disposition: form-data; ${disposition}\r\n\r\n`;
  return Buffer.concat([Buffer.from(head), content, Buffer.from('\r\n')]);
}
