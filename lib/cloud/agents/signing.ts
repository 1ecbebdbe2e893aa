import { createPrivateKey, generateKeyPairSync, sign } from 'node:crypto';
import { type SignedPlan, type SignedUpdate, signedText, updateText } from '@/lib/formats/agent-channel/messages';

/** A key pair for what one agent is sent: what was signed for another it does not take. */
export function createSigningKeys(): { privateKey: string; publicKey: string } {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  return {
    privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    publicKey: publicKey.export({ type: 'spki', format: 'pem' }).toString(),
  };
}

/**
 * Signs a plan for one server.
 *
 * @param privateKey PEM
 */
export function signPlan(
  privateKey: string,
  serverId: string,
  plan: Pick<SignedPlan, 'id' | 'body'>,
): Pick<SignedPlan, 'id' | 'body' | 'signature'> {
  const signature = sign(null, signedText(serverId, plan), createPrivateKey(privateKey));
  return { ...plan, signature: signature.toString('base64') };
}

/**
 * Signs for one server which program its agent is to change to.
 *
 * @param privateKey PEM
 * @param digest SHA-256 of the program, in hex
 */
export function signUpdate(privateKey: string, serverId: string, digest: string): SignedUpdate {
  const signature = sign(null, updateText(serverId, digest), createPrivateKey(privateKey));
  return { digest, signature: signature.toString('base64') };
}
