import { z } from 'zod';
import { changeTenant, createTenant } from '@/lib/administration/tenants/change';
import { listTenants } from '@/lib/administration/tenants/list';
import { changeQuota } from '@/lib/administration/tenants/quota';
import { changeUser } from '@/lib/administration/users/change';
import { createUser } from '@/lib/administration/users/create';
import { listUsers } from '@/lib/administration/users/list';
import { resetPassword } from '@/lib/administration/users/reset-password';
import { endUserAccess, endUserSignIn, listUserSignIns } from '@/lib/administration/users/sign-ins';
import { ROLES } from '@/lib/model/actor';
import {
  AdminTenantSchema,
  QuotaChangeSchema,
  TenantListSchema,
  UserListSchema,
  UserViewSchema,
  WithPasswordSchema,
} from '@/lib/model/administration';
import { IdSchema } from '@/lib/model/environment';
import { SignInsViewSchema } from '@/lib/model/me';
import { INVISIBLE_CHARACTERS, isVisibleLine } from '@/lib/model/visible-line';
import { adminContextOf } from '../admin-context';
import { endpoint } from '../endpoint';
import { ownSignInId } from '../own-sign-in';
import { pageParameters, Search } from './parameters';

const tag = 'administration';
const role = 'system';
const UserParams = z.object({ userId: IdSchema });
const TenantParams = z.object({ tenantId: IdSchema });
const Roles = z.array(z.object({ tenant_id: IdSchema, role: z.enum(ROLES) })).max(1000);
const Text = z.string().max(255).refine(isVisibleLine, { error: INVISIBLE_CHARACTERS });

export const listUsersEndpoint = endpoint({
  id: 'listUsers',
  method: 'GET',
  path: '/v1/admin/users',
  summary: 'Everyone there is, with their roles, by name, a page at a time',
  tag,
  role,
  query: z.object({ ...pageParameters(1000), search: Search }),
  response: UserListSchema,
  errors: [400, 401, 403],
  handle: (call) => listUsers({ ctx: adminContextOf(call), input: call.query }),
});

export const createUserEndpoint = endpoint({
  id: 'createUser',
  method: 'POST',
  path: '/v1/admin/users',
  summary: 'Make a user with a generated password, which is answered this once',
  tag,
  role,
  stepUp: true,
  body: z.object({
    name: Text,
    display_name: Text,
    email: Text.default(''),
    system_admin: z.boolean().default(false),
    roles: Roles.default([]),
  }),
  response: WithPasswordSchema,
  errors: [400, 401, 403, 409],
  handle: (call) => createUser({ ctx: adminContextOf(call), input: call.body }),
});

export const changeUserEndpoint = endpoint({
  id: 'changeUser',
  method: 'PATCH',
  path: '/v1/admin/users/{userId}',
  summary: 'Change a user, their roles, or whether they may sign in; what is left out stays',
  description: 'Users are disabled, never deleted. The last administrator of the installation cannot be removed.',
  tag,
  role,
  stepUp: true,
  params: UserParams,
  body: z.object({
    display_name: Text.optional(),
    email: Text.optional(),
    enabled: z.boolean().optional(),
    system_admin: z.boolean().optional(),
    roles: Roles.optional().meta({ description: 'all the roles the user is to have' }),
  }),
  response: UserViewSchema,
  errors: [400, 401, 403, 404, 409],
  handle: (call) => changeUser({ ctx: adminContextOf(call), input: { ...call.body, ...call.params } }),
});

export const resetPasswordEndpoint = endpoint({
  id: 'resetPassword',
  method: 'POST',
  path: '/v1/admin/users/{userId}/password',
  summary: 'Give a user a generated password, which is answered this once; their sign-ins, tokens and passkeys end',
  tag,
  role,
  stepUp: true,
  params: UserParams,
  response: WithPasswordSchema,
  errors: [401, 403, 404, 409],
  handle: (call) => resetPassword({ ctx: adminContextOf(call), input: call.params }),
});

export const listUserSignInsEndpoint = endpoint({
  id: 'listUserSignIns',
  method: 'GET',
  path: '/v1/admin/users/{userId}/sign-ins',
  summary: 'Where a user is signed in to the dashboard, the one that was used last first',
  tag,
  role,
  params: UserParams,
  response: SignInsViewSchema,
  errors: [401, 403, 404],
  handle: async (call) => {
    const { config } = call.container;
    const current = await ownSignInId(call.actor, call.request, config.sessionSecret);
    const input = { ...call.params, idleSeconds: config.signIn.idleSeconds, current };
    return listUserSignIns({ ctx: adminContextOf(call), input });
  },
});

export const endUserSignInEndpoint = endpoint({
  id: 'endUserSignIn',
  method: 'DELETE',
  path: '/v1/admin/users/{userId}/sign-ins/{signInId}',
  summary: 'Sign a user out of the dashboard in one browser',
  tag,
  role,
  params: UserParams.extend({ signInId: IdSchema }),
  response: null,
  errors: [401, 403, 404],
  handle: (call) => endUserSignIn({ ctx: adminContextOf(call), input: call.params }),
});

export const endUserAccessEndpoint = endpoint({
  id: 'endUserAccess',
  method: 'DELETE',
  path: '/v1/admin/users/{userId}/sign-ins',
  summary: 'Sign a user out everywhere: ends all their sign-ins and tokens',
  tag,
  role,
  params: UserParams,
  response: null,
  errors: [401, 403, 404],
  handle: (call) => endUserAccess({ ctx: adminContextOf(call), input: call.params }),
});

export const listTenantsEndpoint = endpoint({
  id: 'listTenants',
  method: 'GET',
  path: '/v1/admin/tenants',
  summary: 'Every tenant with its quota and what it uses of it, by name, a page at a time',
  tag,
  role,
  query: z.object({ ...pageParameters(1000), search: Search }),
  response: TenantListSchema,
  errors: [400, 401, 403],
  handle: (call) => listTenants({ ctx: adminContextOf(call), input: call.query }),
});

export const createTenantEndpoint = endpoint({
  id: 'createTenant',
  method: 'POST',
  path: '/v1/admin/tenants',
  summary: 'Make a tenant',
  tag,
  role,
  body: z.object({ name: Text, description: z.string().max(1000).default('') }),
  response: AdminTenantSchema,
  errors: [400, 401, 403, 409],
  handle: (call) => createTenant({ ctx: adminContextOf(call), input: call.body }),
});

export const changeTenantEndpoint = endpoint({
  id: 'changeTenant',
  method: 'PATCH',
  path: '/v1/admin/tenants/{tenantId}',
  summary: 'Rename, describe, disable or enable a tenant; what is left out stays',
  tag,
  role,
  stepUp: true,
  params: TenantParams,
  body: z.object({
    name: Text.optional(),
    description: z.string().max(1000).optional(),
    enabled: z.boolean().optional(),
  }),
  response: AdminTenantSchema,
  errors: [400, 401, 403, 404, 409],
  handle: (call) => changeTenant({ ctx: adminContextOf(call), input: { ...call.body, ...call.params } }),
});

export const changeQuotaEndpoint = endpoint({
  id: 'changeQuota',
  method: 'PUT',
  path: '/v1/admin/tenants/{tenantId}/quota',
  summary: 'Give a tenant limits of its own; below what it uses is allowed, nothing is taken away',
  tag,
  role,
  params: TenantParams,
  body: QuotaChangeSchema,
  response: AdminTenantSchema,
  errors: [400, 401, 403, 404, 409],
  handle: (call) => changeQuota({ ctx: adminContextOf(call), input: { ...call.params, limits: call.body } }),
});

export const removeQuotaEndpoint = endpoint({
  id: 'removeQuota',
  method: 'DELETE',
  path: '/v1/admin/tenants/{tenantId}/quota',
  summary: 'Give a tenant the default limits again',
  tag,
  role,
  params: TenantParams,
  response: AdminTenantSchema,
  errors: [401, 403, 404, 409],
  handle: (call) => changeQuota({ ctx: adminContextOf(call), input: { ...call.params, limits: null } }),
});
