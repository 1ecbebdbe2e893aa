import { z } from 'zod';
import { OfferSchema, ServiceTypeSchema } from '@/lib/model/service-type';
import { operation } from '../operation';

const typeParams = z.object({
  type: z
    .string()
    .max(255)
    .regex(/^[A-Za-z]\w*(\.\w+)*$/, 'a service type has letters and digits; a class has dots between its words'),
});

export const listServiceTypes = operation({
  id: 'listServiceTypes',
  method: 'GET',
  path: '/v1/catalog/services',
  summary: 'List the service types that this tenant may use',
  description:
    'Each with its properties, the rules they obey, the steps of its wizard, and the roles its machines get.',
  tag: 'catalog',
  role: 'reader',
  response: z.object({ services: z.array(ServiceTypeSchema) }),
  errors: [401],
});

export const showServiceType = operation({
  id: 'showServiceType',
  method: 'GET',
  path: '/v1/catalog/services/{type}',
  summary: 'Show one service type',
  tag: 'catalog',
  role: 'reader',
  params: typeParams,
  response: ServiceTypeSchema,
  errors: [401, 404],
});

export const showServiceTypeLogo = operation({
  id: 'showServiceTypeLogo',
  method: 'GET',
  path: '/v1/catalog/services/{type}/logo',
  summary: 'The icon of a service type',
  tag: 'catalog',
  role: 'reader',
  params: typeParams,
  response: null,
  produces: ['image/svg+xml', 'image/png', 'image/jpeg', 'image/gif', 'image/webp'],
  errors: [401, 404],
});

export const showOffer = operation({
  id: 'showOffer',
  method: 'GET',
  path: '/v1/offer',
  summary:
    'What the cloud offers this tenant: machine sizes, images, locations, key pairs, and what is left of its quota',
  tag: 'catalog',
  role: 'reader',
  response: OfferSchema,
  errors: [401, 502],
});
