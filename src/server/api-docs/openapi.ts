/** The contract as an OpenAPI 3.1 document, made from the table on first use. */
import { z } from 'zod';
import { createDocument, type ZodOpenApiPathsObject } from 'zod-openapi';
import * as codes from '#lib/contract/codes.ts';
import type { EndpointRow } from '#lib/contract/endpoint.ts';
import { endpoints } from '#lib/contract/table.ts';
import { orderedKeys, splitKey } from '../../lib/contract/route-order.ts';
import type { Handlers } from '../core/handler.ts';
import { groupOf } from './reference-groups.ts';

/**
 * @param handlers rows without one are marked `x-served: false`
 * @param siteUrl the one server of the document
 */
export function openApiDocument(handlers: Handlers, siteUrl: string) {
  const paths: ZodOpenApiPathsObject = {};
  for (const key of orderedKeys) {
    const { method, path } = splitKey(key);
    const address = path.replace(/:(\w+)/g, '{$1}');
    paths[address] = {
      ...paths[address],
      [method.toLowerCase()]: operation(key, endpoints[key], key in handlers),
    };
  }
  return createDocument(
    {
      openapi: '3.1.0',
      info: {
        title: 'Atoll storefront API',
        version: '1.0.0',
        description:
          'Every answer is `{code, msg, data}` with HTTP 200, refusals too: code 0 is success. Amounts are numbers with at most two decimals in the shop’s own currency.',
      },
      servers: [{ url: siteUrl }],
      paths,
    },
    { allowEmptySchema: { unknown: true, any: true } },
  );
}

function operation(key: string, row: EndpointRow, isServed: boolean) {
  return {
    operationId: operationId(key),
    tags: [groupOf(key)],
    summary: row.summary,
    'x-requirement': row.id,
    'x-served': isServed,
    requestParams: {
      ...(row.params ? { path: row.params as z.ZodObject } : {}),
      ...(row.query ? { query: row.query as z.ZodObject } : {}),
    },
    ...(row.body
      ? { requestBody: { required: true, content: { 'application/json': { schema: row.body } } } }
      : {}),
    responses: row.raw
      ? { default: { description: 'The answer leaves the envelope: a redirect, a file or an empty one.' } }
      : {
          '200': {
            description: 'Success, or a refusal with its code and data null.',
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
  });
}

/** `GET /api/v1/order/:id` → `get_api_v1_order_id`. */
export function operationId(key: string): string {
  return key
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/_$/, '');
}
