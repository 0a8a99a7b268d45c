/** Defines endpoints of the API contract, and derives types from their schemas. */
import type { z } from 'zod';

export interface EndpointDefinition {
  /** Requirement id, e.g. `API-001`, or `extension` if the requirements do not list the endpoint. */
  id: string;
  /** One-line description, displayed in the OpenAPI document and on the page /api. */
  summary: string;
  params?: z.ZodType;
  query?: z.ZodType;
  body?: z.ZodType;
  /** Schema of `data` in a response with code 0. */
  data: z.ZodType;
  /** Limits the body to 64 KiB instead of 1 MiB. */
  smallBody?: true;
  /** The handler returns a `Response` itself, or null for an empty 204 response; used for redirects, files and webhooks. */
  raw?: true;
  /** The response is the same for every visitor, so that caches may store it for up to a minute. */
  shared?: true;
  /** Accepts cross-origin requests, such as signed webhooks and the shopper's return from a provider. */
  foreign?: true;
  /** A GET that changes state: it ignores prefetches and cross-origin requests, and only the owner of the resource can use it (R90). */
  changesState?: true;
}

/** Defines an endpoint and infers its exact type. An endpoint without an id gets the id `extension`. */
export function endpoint<const Row extends Omit<EndpointDefinition, 'id'> & Partial<EndpointDefinition>>(
  row: Row,
): Row & Pick<EndpointDefinition, 'id'> {
  return { id: 'extension', ...row };
}

/** `{params, query, body}` as a caller passes them; absent if the endpoint has no such part. */
export type RequestInput<Row extends EndpointDefinition> = (Row['params'] extends z.ZodType
  ? { params: z.input<Row['params']> }
  : { params?: undefined }) &
  (Row['query'] extends z.ZodType ? { query?: z.input<Row['query']> } : { query?: undefined }) &
  (Row['body'] extends z.ZodType ? { body: z.input<Row['body']> } : { body?: undefined });

/** `{params, query, body}` after validation, as a handler receives them. */
export interface ParsedInput<Row extends EndpointDefinition> {
  params: Row['params'] extends z.ZodType ? z.output<Row['params']> : undefined;
  query: Row['query'] extends z.ZodType ? z.output<Row['query']> : undefined;
  body: Row['body'] extends z.ZodType ? z.output<Row['body']> : undefined;
}

/** Type of `data` in the successful response of an endpoint. */
export type ResponseData<Row extends EndpointDefinition> = z.output<Row['data']>;

/** Not in the original contract: the coupon's promotion, and why the coupon does not apply, in the page's language. */
export interface WireCouponReason {
  text: string;
  seo_url: string;
  title: string;
}

/** Format of all API responses (R50). `data` is null unless the code is 0; `reason` explains why a coupon does not apply. */
export type Envelope<Data> =
  | { code: 0; msg: string; data: Data }
  | { code: Exclude<number, 0>; msg: string; data: null; reason?: WireCouponReason };
