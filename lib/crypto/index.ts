/**
 * Everything secret: sealing secrets for the database, hashing passwords and tokens. A sealed secret can be
 * copied, joined with text and compared by its fingerprint without being opened; only the cloud's wire edge opens it.
 */
export { generatePassword } from './generate-password';
export { newId } from './ids';
export { hashPassword, verifyPassword } from './password';
export { createSecretBox, type SecretBox } from './secret-box';
export { hashToken, newToken } from './token';
