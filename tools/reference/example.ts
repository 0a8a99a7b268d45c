/** Generates examples of an endpoint from its schemas. */
import { z } from 'zod';
import type { EndpointDefinition } from '../../src/lib/contract/endpoint.ts';
import type { JsonSchema } from '../../src/server/shop/file-schemas.ts';

/** Realistic values by field name. */
const known: Readonly<Record<string, unknown>> = {
  ...{
    email: 'ada@example.com',
    country_code: 'DE',
    currency: 'EUR',
    lang: 'en',
    code: 'TEN',
    sku: 'MUG-SAGE',
  },
  ...{ seo_url: 'tidal-mug', handle: 'tidal-mug', title: 'Tidal mug', first_name: 'Ada', last_name: 'Byron' },
  ...{
    city: 'Berlin',
    zip: '10115',
    address1: 'Invalidenstraße 1',
    phone: '+49 30 123456',
    order_no: 'A-1001',
  },
};

function exampleValue(schema: JsonSchema, name: string, depth: number): unknown {
  if (schema.const !== undefined) return schema.const;
  if (Array.isArray(schema.enum)) return schema.enum[0];
  const options = (schema.anyOf ?? schema.oneOf) as JsonSchema[] | undefined;
  if (options) return exampleValue(options.find(({ type }) => type !== 'null') ?? options[0]!, name, depth);
  if (schema.type === 'object') {
    const needed = Object.entries((schema.properties ?? {}) as Record<string, JsonSchema>).filter(([field]) =>
      (schema.required as string[] | undefined)?.includes(field),
    );
    return depth > 3
      ? {}
      : Object.fromEntries(needed.map(([field, part]) => [field, exampleValue(part, field, depth + 1)]));
  }
  if (schema.type === 'array')
    return !schema.items ? [] : [exampleValue(schema.items as JsonSchema, name, depth)];
  if (schema.type === 'boolean') return true;
  if (schema.type === 'integer' || schema.type === 'number') return Math.max(1, Number(schema.minimum ?? 1));
  if (schema.type === 'null') return null;
  return known[name] ?? 'text';
}

const example = (schema: z.ZodType, io: 'input' | 'output') =>
  exampleValue(
    z.toJSONSchema(schema, { io, unrepresentable: 'any', reused: 'inline', cycles: 'ref' }) as JsonSchema,
    '',
    0,
  );

/** Returns a curl command and the response; the response is null for an endpoint without an envelope. */
export function exampleOf(
  method: string,
  path: string,
  row: EndpointDefinition,
): { request: string; response: string | null } {
  const params = (row.params ? example(row.params, 'input') : {}) as Record<string, unknown>;
  const query = new URLSearchParams((row.query ? example(row.query, 'input') : {}) as Record<string, string>);
  const address = path.replace(/:(\w+)/g, (_, name: string) => String(params[name] ?? 1));
  const search = query.size > 0 ? `?${query}` : '';
  const body = row.body
    ? ` \\\n  -H 'Content-Type: application/json' \\\n  -d '${JSON.stringify(example(row.body, 'input'))}'`
    : '';
  return {
    request: `curl${method === 'GET' ? '' : ` -X ${method}`} 'http://localhost:4321${address}${search}'${body}`,
    response: row.raw
      ? null
      : JSON.stringify({ code: 0, msg: '', data: example(row.data, 'output') }, null, 1),
  };
}
