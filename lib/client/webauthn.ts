import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser';

/** That a person or their browser did not go through with a passkey: dismissed, none there, none possible. */
export class PasskeyUnused extends Error {
  override readonly name = 'PasskeyUnused';
}

/** Lets the browser make a passkey. @throws PasskeyUnused */
export async function makePasskey(options: object) {
  const { startRegistration } = await import('@simplewebauthn/browser');
  const optionsJSON = options as PublicKeyCredentialCreationOptionsJSON;
  return startRegistration({ optionsJSON }).catch(unused);
}

/** Lets a passkey of the browser sign. @throws PasskeyUnused */
export async function signByPasskey(options: object) {
  const { startAuthentication } = await import('@simplewebauthn/browser');
  const optionsJSON = options as PublicKeyCredentialRequestOptionsJSON;
  return startAuthentication({ optionsJSON }).catch(unused);
}

function unused(cause: unknown): never {
  throw new PasskeyUnused('no passkey was used', { cause });
}
