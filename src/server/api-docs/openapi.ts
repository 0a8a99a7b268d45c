/** Builds the OpenAPI 3.1 document of the API contract. */
import { z } from 'zod';
import { createDocument, type ZodOpenApiPathsObject } from 'zod-openapi';
import * as codes from '#lib/contract/codes.ts';
import type { EndpointDefinition } from '#lib/contract/endpoint.ts';
import { endpoints } from '#lib/contract/table.ts';
import { sortedEndpointKeys, splitEndpointKey } from '../../lib/contract/route-order.ts';
import { isObjectName, markObject } from './objects.ts';
import { getGroupTitle } from './reference-groups.ts';
import { describeFields, type JsonSchema, listed, meaningOf, scopeOf } from './schema-fields.ts';

/** Returns the OpenAPI document of the API. @param siteUrl URL of the shop, the only server in the document */
export function openApiDocument(siteUrl: string) {
  const paths: ZodOpenApiPathsObject = {};
  for (const key of sortedEndpointKeys) {
    const { method, path } = splitEndpointKey(key);
    const address = addressOf(path);
    paths[address] = {
      ...paths[address],
      [method.toLowerCase()]: operation(key, endpoints[key]),
    };
  }
  const document = createDocument(
    {
      openapi: '3.1.0',
      info: {
        title: 'Atoll storefront API',
        version: '1.0.0',
        description:
          'Every response is `{code, msg, data}` with HTTP status 200, errors too: code 0 is success. Amounts are numbers with at most two decimals in the currency of the shop.',
      },
      servers: [{ url: siteUrl }],
      paths,
    },
    { allowEmptySchema: { unknown: true, any: true }, override: markObject },
  );
  const described = JSON.parse(JSON.stringify(document)) as typeof document;
  for (const key of sortedEndpointKeys) {
    const { method, path } = splitEndpointKey(key);
    const operations = described.paths?.[addressOf(path)] as Record<string, Operation>;
    describeOperation(operations[method.toLowerCase()]!, scopeOf(key, endpoints[key]));
  }
  return withComponents(described);
}

interface Content {
  content: { 'application/json': { schema: JsonSchema } };
}
interface Operation {
  parameters?: { in: string; name: string; description?: string; schema: JsonSchema }[];
  requestBody?: Content;
  responses: { '200'?: Content };
}

function describeOperation({ parameters = [], requestBody, responses }: Operation, scope: string): void {
  for (const parameter of parameters) {
    const { name, schema } = parameter;
    describeFields({ properties: { [name]: schema } }, parameter.in === 'path' ? `${scope}.path` : scope);
    parameter.description = schema.description;
    delete schema.description;
  }
  const data = responses['200']?.content['application/json'].schema.properties?.data;
  if (requestBody) describeFields(requestBody.content['application/json'].schema, scope);
  if (!data) return;
  describeFields(data, scope);
  const meaning = listed(data).properties ? undefined : meaningOf([`${scope}.data`]);
  data.description = meaning ?? 'null for an error.';
}

/** Moves the schemas of shared objects to `components` and replaces them with references. */
function withComponents<Document extends { components?: { schemas?: object } }>(document: Document) {
  const schemas: Record<string, JsonSchema> = {};
  const share = (key: string, value: JsonSchema) => {
    if (key === '$comment') return undefined;
    if (!isObjectName(value?.title)) return value;
    const { title, description, ...schema } = value;
    schemas[title] = schema;
    return { $ref: `#/components/schemas/${title}`, ...(description && { description }) };
  };
  const { components, ...rest } = JSON.parse(JSON.stringify(document), share) as Document;
  return { ...rest, components: { schemas: { ...components?.schemas, ...schemas } } };
}

const addressOf = (path: string) => path.replace(/:(\w+)/g, '{$1}');

function operation(key: string, row: EndpointDefinition) {
  return {
    operationId: operationId(key),
    tags: [getGroupTitle(key)],
    summary: row.summary,
    'x-requirement': row.id,
    requestParams: {
      ...(row.params ? { path: row.params as z.ZodObject } : {}),
      ...(row.query ? { query: row.query as z.ZodObject } : {}),
    },
    ...(row.body
      ? { requestBody: { required: true, content: { 'application/json': { schema: row.body } } } }
      : {}),
    responses: row.raw
      ? { default: { description: 'No JSON envelope: a redirect, a file or an empty body.' } }
      : {
          '200': {
            description: 'Success, or an error with its code and `data` null.',
            content: { 'application/json': { schema: envelope(row.data) } },
          },
        },
  };
}

function envelope(data: z.ZodType) {
  return z.object({
    code: z
      .literal(Object.values(codes).sort((one, other) => one - other))
      .meta({ description: '0 is success.' }),
    msg: z.string().meta({ description: "Description of the error; '' for success." }),
    data: z.union([data, z.null()]),
    reason: z
      .object({
        text: z.string().meta({ description: 'Condition of the code and how far the bag meets it.' }),
        seo_url: z.string().meta({ description: "Handle of the page of the promotion; '' for none." }),
        title: z.string().meta({ description: 'Title of the promotion.' }),
      })
      .optional()
      .meta({
        description: `With ${codes.couponConditionsNotMet}: the unmet conditions of the coupon code, and the page of its promotion.`,
      }),
  });
}

/** Converts an endpoint key to an OpenAPI operation id: `GET /api/v1/order/:id` → `get_api_v1_order_id`. */
export function operationId(key: string): string {
  return key
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/_$/, '');
}
