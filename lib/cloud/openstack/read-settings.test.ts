import { describe, expect, it } from 'vitest';
import { readOpenStackSettings } from './read-settings';
import { authRequest } from './settings';

const password = {
  OS_AUTH_URL: 'https://cloud.example.com:5000',
  OS_USERNAME: 'vetro',
  OS_PASSWORD: 'secret',
  OS_PROJECT_NAME: 'shop',
};

describe('the settings of an OpenStack', () => {
  it('are the variables of its own clients: a user of a project', () => {
    const read = readOpenStackSettings({ ...password, OS_REGION_NAME: 'north', OS_INSECURE: 'true' });
    expect(read).toMatchObject({
      settings: {
        authUrl: 'https://cloud.example.com:5000/v3',
        credential: { kind: 'password', userName: 'vetro', userDomain: 'Default', project: 'shop' },
        region: 'north',
        interface: 'public',
        insecure: true,
      },
    });
  });

  it('or an application credential, which belongs to a project by itself', () => {
    const read = readOpenStackSettings({
      OS_AUTH_URL: 'https://cloud.example.com:5000/v3/',
      OS_APPLICATION_CREDENTIAL_ID: 'id',
      OS_APPLICATION_CREDENTIAL_SECRET: 'secret',
    });
    expect(read).toMatchObject({
      settings: {
        authUrl: 'https://cloud.example.com:5000/v3',
        credential: { kind: 'applicationCredential', id: 'id' },
        region: null,
      },
    });
    const { settings } = read as Extract<typeof read, { settings: unknown }>;
    expect(authRequest(settings.credential)).toEqual({
      auth: {
        identity: { methods: ['application_credential'], application_credential: { id: 'id', secret: 'secret' } },
      },
    });
  });

  it('tell by name what is missing or wrong', () => {
    const read = readOpenStackSettings({
      OS_AUTH_URL: 'cloud.example.com',
      OS_INTERFACE: 'sideways',
      OS_CACERT: '/nowhere/ca.pem',
      OS_USERNAME: '',
    });
    const problems = 'problems' in read ? read.problems.join('\n') : '';
    expect(problems).toContain('OS_AUTH_URL must be an http or https address');
    expect(problems).toContain('OS_USERNAME is not set');
    expect(problems).toContain('OS_PASSWORD is not set');
    expect(problems).toMatch(/OS_INTERFACE must be/);
    expect(problems).toContain('OS_CACERT names a file that cannot be read: /nowhere/ca.pem');
  });
});
