import { z } from 'zod';
import { callStaticMethod } from '@/lib/environments/classes/call-static';
import { classSchema } from '@/lib/environments/classes/schema';
import type { JsonObject } from '@/lib/model/json';
import { JsonSchema } from '@/lib/model/json-schema';
import { endpoint } from '../../endpoint';
import { contextOf } from '../../use-case-context';

const tag = 'classes';
const ClassName = z
  .string()
  .max(255)
  .regex(/^[^\s/]+$/, 'a class is named by words with dots between them');
const Versions = z.string().max(64).nullish();
const SchemaQuery = z.object({
  classVersion: Versions.meta({ description: 'which versions of its package will do: `=0`, `>=1.2`' }),
  packageName: z.string().max(255).optional().meta({ description: 'full name of the package that has the class' }),
});
const Schemas = z.record(z.string(), JsonSchema);

export const classSchemaEndpoint = endpoint({
  id: 'classSchema',
  method: 'GET',
  path: '/v1/schemas/{className}',
  summary: 'The JSON schemas of a class in MuranoPL: of its objects, and of the static methods that build one',
  tag,
  role: 'reader',
  expensive: true,
  params: z.object({ className: ClassName }),
  query: SchemaQuery,
  response: Schemas,
  errors: [400, 401, 404],
  handle: (call) => schemaOf(call, []),
});

export const methodSchemasEndpoint = endpoint({
  id: 'methodSchemas',
  method: 'GET',
  path: '/v1/schemas/{className}/{methodNames}',
  summary: 'The JSON schemas of the arguments of static methods, whose names stand between commas',
  tag,
  role: 'reader',
  expensive: true,
  params: z.object({ className: ClassName, methodNames: z.string().max(1000) }),
  query: SchemaQuery,
  response: Schemas,
  errors: [400, 401, 404],
  handle: (call) => schemaOf(call, call.params.methodNames.split(',')),
});

function schemaOf(
  call: Parameters<typeof contextOf>[0] & { params: { className: string }; query: z.infer<typeof SchemaQuery> },
  methods: readonly string[],
): Promise<JsonObject> {
  const { classVersion, packageName } = call.query;
  const input = { className: call.params.className, packageName, versions: classVersion ?? undefined, methods };
  return classSchema({ ctx: contextOf(call), input });
}

export const callStaticMethodEndpoint = endpoint({
  id: 'callStaticMethod',
  method: 'POST',
  path: '/v1/actions',
  summary: 'Call a public static method of a class in MuranoPL; the answer is what it returns',
  description: 'It has no environment and touches no machine. A program that throws is answered with 422.',
  tag,
  role: 'member',
  expensive: true,
  body: z.object({
    className: ClassName,
    methodName: z.string().max(255),
    packageName: z.string().max(255).nullish(),
    classVersion: Versions,
    parameters: z.record(z.string(), JsonSchema).nullish(),
  }),
  response: JsonSchema,
  errors: [400, 401, 403, 404, 422],
  handle: (call) => {
    const { className, methodName: method, packageName, classVersion, parameters } = call.body;
    return callStaticMethod({
      ctx: contextOf(call),
      input: {
        ...{ className, method, arguments: parameters ?? {} },
        ...{ packageName: packageName ?? undefined, versions: classVersion ?? undefined },
      },
    });
  },
});
