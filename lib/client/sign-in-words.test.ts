import { describe, expect, it } from 'vitest';
import { signInSentence } from './sign-in-words';

describe('a refused sign-in', () => {
  it('says how long to wait after too many attempts', () => {
    expect(signInSentence('too_many_sign_ins:45', 429)).toContain('Wait 45 seconds');
    expect(signInSentence('too_many_sign_ins:240', 429)).toContain('Wait 4 minutes');
    expect(signInSentence(null, 429)).toContain('Wait a few minutes');
  });

  it('does not say which of name and password is wrong', () => {
    expect(signInSentence('wrong_credentials', 401)).toContain('user name or the password');
  });

  it('tells a person without a tenant whom to ask', () => {
    expect(signInSentence('no_tenant', 401)).toContain('administrator');
  });

  it('does not blame the person when the server is away or broken', () => {
    expect(signInSentence(null, 0)).toContain('does not answer');
    expect(signInSentence('unavailable', 401)).toContain('our fault');
  });
});
