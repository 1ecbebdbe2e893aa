import { describe, expect, it } from 'vitest';
import { signInRefusal } from './sign-in';

describe('a refused sign-in', () => {
  it('says how long to wait after too many attempts', () => {
    expect(signInRefusal('too_many_sign_ins:45', 429)).toMatchObject({ key: 'tooMany', wait: { seconds: 45 } });
    expect(signInRefusal('too_many_sign_ins:240', 429)).toMatchObject({ key: 'tooManyMinutes', wait: { minutes: 4 } });
    expect(signInRefusal(null, 429).key).toBe('tooManyUnknown');
  });

  it('does not say which of name and password is wrong', () => {
    expect(signInRefusal('wrong_credentials', 401).key).toBe('wrong');
    expect(signInRefusal('CredentialsSignin', 401).key).toBe('wrong');
  });

  it('tells a person without a tenant whom to ask', () => {
    expect(signInRefusal('no_tenant', 401).key).toBe('noTenant');
  });

  it('by a provider says what came of it there', () => {
    expect(signInRefusal('no_role', 401).key).toBe('noRole');
    expect(signInRefusal('user_disabled', 401).key).toBe('userDisabled');
    expect(signInRefusal('OAuthSignin', 401).key).toBe('providerAway');
    expect(signInRefusal('OAuthCallback', 401).key).toBe('providerFailed');
  });

  it('does not blame the person when the server is away or broken', () => {
    expect(signInRefusal(null, 0).key).toBe('away');
    expect(signInRefusal('unavailable', 401).key).toBe('ourFault');
  });
});
