/**
 * The hash of 32 random bytes nobody kept, compared with when there is no such user: that takes as long. Its
 * cost is the one of `lib/crypto/password.ts`; the test says so when they part.
 */
export const DECOY_HASH =
  '$argon2id$v=19$m=19456,t=2,p=1$OLJSHmcakz+G+WApg+OrSw$iW9pJqXbDmuJS9viYXGUVu5veSY5vZw1WFmva0f/GUs';
