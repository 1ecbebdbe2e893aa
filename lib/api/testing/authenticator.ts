import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import type { NewPasskey, PasskeyProof } from '@/lib/model/passkeys';

/** What an authenticator does otherwise than it should. */
export interface Misdeed {
  origin?: string;
  rpId?: string;
  /** the person was not looked at */
  isUnverified?: boolean;
  /** how often it says that it has signed, this one included */
  counter?: number;
  userHandle?: string;
}

/** An authenticator in software: one passkey of ES256, as browsers and security keys make them (WebAuthn Level 3, 6). */
export interface TestAuthenticator {
  /** Makes the passkey. @param options as the server answered them */
  make(options: Record<string, unknown>, misdeed?: Misdeed): NewPasskey;
  /** Signs a challenge. */
  sign(options: Record<string, unknown>, misdeed?: Misdeed): PasskeyProof;
}

const FLAGS = { present: 0x01, verified: 0x04, attested: 0x40 };

const sha256 = (data: Buffer | string) => createHash('sha256').update(data).digest();
/** The head of a CBOR byte string (RFC 8949, 3). */
const bytesHead = (length: number) =>
  length < 24
    ? Buffer.from([0x40 | length])
    : length < 256
      ? Buffer.from([0x58, length])
      : Buffer.from([0x59, length >> 8, length & 0xff]);
const textOf = (words: string) => Buffer.concat([Buffer.from([0x60 | words.length]), Buffer.from(words)]);

/** Makes one whose passkey is for an origin and the host in it. */
export function testAuthenticator(origin: string): TestAuthenticator {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const credentialId = randomBytes(32);
  const id = credentialId.toString('base64url');
  let counter = 0;
  let owner: string | undefined;

  const dataOf = (flags: number, { rpId = new URL(origin).hostname, isUnverified, counter: count }: Misdeed) => {
    counter = count ?? counter + 1;
    const tail = Buffer.alloc(5);
    tail.writeUInt8(flags | (isUnverified ? 0 : FLAGS.verified));
    tail.writeUInt32BE(counter, 1);
    return Buffer.concat([sha256(rpId), tail]);
  };
  const clientData = (type: string, challenge: unknown, misdeed: Misdeed) =>
    Buffer.from(JSON.stringify({ type, challenge, origin: misdeed.origin ?? origin, crossOrigin: false }));

  return {
    make: (options, misdeed = {}) => {
      owner = (options.user as { id: string }).id;
      const point = (of: string) => Buffer.concat([bytesHead(32), Buffer.from(of, 'base64url')]);
      // kty: EC2, alg: ES256, crv: P-256, x, y (RFC 9053)
      const key = [
        Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21]),
        point(x),
        Buffer.from([0x22]),
        point(y),
      ];
      const attested = [Buffer.alloc(16), Buffer.from([0, credentialId.length]), credentialId, ...key];
      const data = Buffer.concat([dataOf(FLAGS.present | FLAGS.attested, misdeed), ...attested]);
      const statement = [textOf('fmt'), textOf('none'), textOf('attStmt'), Buffer.from([0xa0]), textOf('authData')];
      const object = Buffer.concat([Buffer.from([0xa3]), ...statement, bytesHead(data.length), data]);
      return {
        ...{ id, rawId: id, type: 'public-key' },
        response: {
          clientDataJSON: clientData('webauthn.create', options.challenge, misdeed).toString('base64url'),
          attestationObject: object.toString('base64url'),
          transports: ['internal'],
        },
      };
    },
    sign: (options, misdeed = {}) => {
      const data = dataOf(FLAGS.present, misdeed);
      const client = clientData('webauthn.get', options.challenge, misdeed);
      return {
        ...{ id, rawId: id, type: 'public-key' },
        response: {
          clientDataJSON: client.toString('base64url'),
          authenticatorData: data.toString('base64url'),
          signature: sign('sha256', Buffer.concat([data, sha256(client)]), privateKey).toString('base64url'),
          userHandle: misdeed.userHandle ?? owner,
        },
      };
    },
  };
}
