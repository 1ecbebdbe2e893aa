import { createHash, createPublicKey, sign, verify } from 'node:crypto';
import { privateKeyOf, publicKeyOf } from './proof';

/**
 * What says that a program of the agent was released by who holds the release key, which no server has: one line of the
 * file that stands beside the program.
 */
export interface ReleaseSignature {
  /** public half of the release key: Ed25519, raw, base64url */
  key: string;
  /** ISO 8601, UTC; an agent takes no program that was released before the newest that it has taken */
  releasedAt: string;
  /** Ed25519 over `releaseText`, base64url */
  signature: string;
}

const LINE = /^([A-Za-z0-9_-]{43}) (\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z) ([A-Za-z0-9_-]{86})$/;

/** What tells programs of the agent apart, and what a release is signed over: SHA-256 in hex. */
export function programDigest(content: Buffer | string): string {
  return createHash('sha256').update(content).digest('hex');
}

/** Where the signatures of a program stand. @param program its file */
export function signaturesFile(program: string): string {
  return `${program}.sig`;
}

/**
 * Signs a program.
 *
 * @param privateKey PKCS #8, base64url, as `createAgentKeyPair` makes it
 * @param digest SHA-256 of the program, in hex
 */
export function signRelease(privateKey: string, digest: string, releasedAt: string): ReleaseSignature {
  const key = privateKeyOf(privateKey);
  const signature = sign(null, releaseText(digest, releasedAt), key).toString('base64url');
  return { key: String(createPublicKey(key).export({ format: 'jwk' }).x), releasedAt, signature };
}

/** Whether a program was signed by the key that the signature names. @param digest SHA-256 of the program, in hex */
export function isReleaseSigned(digest: string, { key, releasedAt, signature }: ReleaseSignature): boolean {
  return verify(null, releaseText(digest, releasedAt), publicKeyOf(key), Buffer.from(signature, 'base64url'));
}

/** The signatures in the text of a file; lines of another form are left out. */
export function readSignatures(text: string): ReleaseSignature[] {
  return text.split('\n').flatMap((line) => {
    const [, key, releasedAt, signature] = LINE.exec(line.trim()) ?? [];
    return key && releasedAt && signature ? [{ key, releasedAt, signature }] : [];
  });
}

/** A signature as a line of such a file. */
export function signatureLine({ key, releasedAt, signature }: ReleaseSignature): string {
  return `${key} ${releasedAt} ${signature}\n`;
}

function releaseText(digest: string, releasedAt: string): Buffer {
  return Buffer.from(`vetro agent release\n${digest}\n${releasedAt}`, 'utf8');
}
