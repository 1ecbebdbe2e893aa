import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject, sign, verify } from 'node:crypto';

/**
 * How an agent shows with each call that it holds the private key of its server: a signature over what is called and a
 * number that is used once, in the place where a bearer's token stands (RFC 6750). The key is made on the server's own
 * machine and never leaves it.
 */
export interface CallProof {
  serverId: string;
  /** the process of the agent, 32 hexadecimal digits made at its start */
  session: string;
  /** the process before it in the same folder, as far as the Vetro server has answered that; null: none */
  after: string | null;
  /** tells computers apart, 16 hexadecimal digits */
  host: string;
  /** grows with each call of a process */
  number: number;
  /** what is called; reports and answers are of one plan, and so are secrets, which are sealed for a key that is named here */
  target: CallTarget;
}

export type CallTarget = 'work' | 'key' | `report ${string}` | `answer ${string}` | `secrets ${string} ${string}`;

/** A key pair of an agent. Both halves are base64url: the public one raw, as in a JSON Web Key (RFC 8037), the private one PKCS #8. */
export interface AgentKeyPair {
  publicKey: string;
  privateKey: string;
}

const FORM =
  /^vetro1\.([0-9a-f]{32})\.([0-9a-f]{32})\.([0-9a-f]{32})?\.([0-9a-f]{16})\.(\d{1,15})\.([A-Za-z0-9_-]{1,400})\.([A-Za-z0-9_-]{86})$/;

/** A new key pair. */
export function createAgentKeyPair(): AgentKeyPair {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  return {
    publicKey: String(publicKey.export({ format: 'jwk' }).x),
    privateKey: privateKey.export({ type: 'pkcs8', format: 'der' }).toString('base64url'),
  };
}

/** The proof of one call, as it is sent. */
export function signCall({ privateKey }: Pick<AgentKeyPair, 'privateKey'>, proof: CallProof): string {
  const key = privateKeyOf(privateKey);
  const { serverId, session, after, host, number } = proof;
  const target = Buffer.from(proof.target).toString('base64url');
  const signature = sign(null, callText(proof), key).toString('base64url');
  return ['vetro1', serverId, session, after ?? '', host, number, target, signature].join('.');
}

/** Whether what was sent has the form of a proof; a credential of enrolling has not. */
export function isProof(sent: string): boolean {
  return sent.startsWith('vetro1.');
}

/** @returns null: it has not the form of a proof */
export function readProof(sent: string): (CallProof & { signature: string }) | null {
  const [, serverId, session, after, host, number, encoded, signature] = FORM.exec(sent) ?? [];
  if (!serverId || !session || !host || !encoded || !signature) return null;
  const target = Buffer.from(encoded, 'base64url').toString('utf8') as CallTarget;
  return { serverId, session, after: after ?? null, host, number: Number(number), target, signature };
}

/**
 * Whether a call was signed by a key.
 *
 * @param publicKey base64url
 */
export function isSignedBy(publicKey: string, proof: CallProof & { signature: string }): boolean {
  return verify(null, callText(proof), publicKeyOf(publicKey), Buffer.from(proof.signature, 'base64url'));
}

/** The public half of a key pair, as it is written. @throws Error when it is none */
export function publicKeyOf(x: string): KeyObject {
  return createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });
}

/** The private half of a key pair, as it is written. @throws Error when it is none */
export function privateKeyOf(text: string): KeyObject {
  return createPrivateKey({ key: Buffer.from(text, 'base64url'), format: 'der', type: 'pkcs8' });
}

function callText({ serverId, session, after, host, number, target }: CallProof): Buffer {
  return Buffer.from(['vetro call', serverId, session, after ?? '', host, number, target].join('\n'), 'utf8');
}

/** How a plan and an update name the call that they answer: they are good as its answer alone. */
export function callName({ session, number }: Pick<CallProof, 'session' | 'number'>): string {
  return `${session}.${number}`;
}
