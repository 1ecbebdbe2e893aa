import type { Role } from '@/lib/model/actor';

export const ROLE_WORDS: Record<Role, string> = { reader: 'Reader', member: 'Member', admin: 'Admin' };

export const ROLE_SENTENCES: Record<Role, string> = {
  reader: 'You can look at everything and change nothing.',
  member: 'You can build and deploy environments.',
  admin: 'You can do everything in this tenant.',
};
