/** Builds the OpenAPI 3.1 document of the contract on first use. */
import { z } from 'zod';
import { createDocument, type ZodOpenApiPathsObject } from 'zod-openapi';
import * as codes from '#lib/contract/codes.ts';
import type { EndpointDefinition } from '#lib/contract/endpoint.ts';
import { endpoints } from '#lib/contract/table.ts';
import { sortedEndpointKeys, splitEndpointKey } from '../../lib/contract/route-order.ts';
import { getGroupTitle } from './reference-groups.ts';

/** Returns the document. @param siteUrl its only server */
export function openApiDocument(siteUrl: string) {
  const paths: ZodOpenApiPathsObject = {};
  for (const key of sortedEndpointKeys) {
    const { method, path } = splitEndpointKey(key);
    const address = path.replace(/:(\w+)/g, '{$1}');
    paths[address] = {
      ...paths[address],
      [method.toLowerCase()]: operation(key, endpoints[key]),
    };
  }
  return createDocument(
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
    { allowEmptySchema: { unknown: true, any: true } },
  );
}

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
    msg: z.string(),
    data: z.union([data, z.null()]),
    reason: z
      .object({ text: z.string(), seo_url: z.string(), title: z.string() })
      .optional()
      .meta({
        description: `With ${codes.couponConditionsNotMet}: the unmet conditions of the coupon code, and the page of its promotion.`,
      }),
  });
}

/** Converts an endpoint key: `GET /api/v1/order/:id` → `get_api_v1_order_id`. */
export function operationId(key: string): string {
  return key
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/_$/, '');
}
