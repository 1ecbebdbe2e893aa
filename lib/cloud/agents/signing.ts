import { createPrivateKey, generateKeyPairSync, sign } from 'node:crypto';
import { type ChannelSettings, type SignedSettings, settingsText } from '@/lib/formats/agent-channel/channel-settings';
import {
  type PlanSecrets,
  type SignedPlan,
  type SignedUpdate,
  secretsText,
  signedText,
  updateText,
} from '@/lib/formats/agent-channel/messages';
import type { AgentProgram } from '@/lib/ports/cloud/server-pool';

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
 * @param call that it answers (`callName`); null: of an agent without a key of its own
 */
export function signPlan(
  privateKey: string,
  serverId: string,
  plan: Pick<SignedPlan, 'id' | 'body'>,
  call: string | null,
): Pick<SignedPlan, 'id' | 'body' | 'call' | 'signature'> {
  const signature = signatureOf(privateKey, signedText(serverId, plan, call));
  return { ...plan, ...(call === null ? {} : { call }), signature };
}

/**
 * Signs for one server which program its agent is to change to.
 *
 * @param privateKey PEM
 * @param call as of a plan
 */
export function signUpdate(
  privateKey: string,
  serverId: string,
  { digest, signatures }: Pick<AgentProgram, 'digest' | 'signatures'>,
  call: string | null,
): SignedUpdate {
  const signature = signatureOf(privateKey, updateText(serverId, digest, call));
  const release = signatures.length === 0 ? {} : { release: [...signatures] };
  return { digest, ...(call === null ? {} : { call }), signature, ...release };
}

/**
 * Signs for one server what its agent is to keep.
 *
 * @param privateKey PEM
 * @param call as of a plan
 */
export function signSettings(
  privateKey: string,
  serverId: string,
  settings: ChannelSettings,
  call: string,
): SignedSettings {
  const signature = signatureOf(privateKey, settingsText(serverId, call, settings));
  const { releaseKey, addresses } = settings;
  return { releaseKey, addresses, call, signature };
}

/**
 * Signs the secrets of a plan for the call that has asked for them.
 *
 * @param privateKey PEM
 */
export function signSecrets(
  privateKey: string,
  serverId: string,
  planId: string,
  secrets: Omit<PlanSecrets, 'signature'>,
): PlanSecrets {
  const signature = signatureOf(privateKey, secretsText(serverId, planId, secrets));
  return { ...secrets, signature };
}

/** Ed25519, base64. @param privateKey PEM */
function signatureOf(privateKey: string, text: Buffer): string {
  return sign(null, text, createPrivateKey(privateKey)).toString('base64');
}
