/** Defines endpoints of the API contract, and derives types from their schemas. */
import type { z } from 'zod';
import type { Permission } from '../staff/roles.ts';

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
  /** Who may call the endpoint: any member of staff (`login`), or only callers with the permission. Absent: everyone. */
  access?: 'login' | Permission;
  /** Returns the subject of a write for the audit log. Every endpoint with `access` that is no GET has it. */
  audit?(input: never): string;
  /** Returns the act that staff must confirm with their password or a code; `amount` in minor units. */
  confirm?(input: never): ConfirmedAct;
}

/** An act that staff confirm: a confirmation is valid for exactly this subject and amount. */
export interface ConfirmedAct {
  subject: string;
  /** Minor units. */
  amount?: number;
}

/** Defines an endpoint and infers its exact type. An endpoint without an id gets the id `extension`. */
export function endpoint<const Row extends Omit<EndpointDefinition, 'id'> & Partial<EndpointDefinition>>(
  row: Row,
): Row & Pick<EndpointDefinition, 'id'> {
  return { id: 'extension', ...row };
}

type Part = z.ZodType | undefined;
type OutputOf<Schema extends Part> = Schema extends z.ZodType ? z.output<Schema> : undefined;

interface AdminEndpoint<
  Params extends Part,
  Query extends Part,
  Body extends Part,
  Data extends z.ZodType,
  Raw extends true | undefined,
> {
  summary: string;
  params: Params;
  query: Query;
  body: Body;
  data: Data;
  raw: Raw;
  access: 'login' | Permission;
  audit?(input: AdminInput<Params, Query, Body>): string;
  confirm?(input: AdminInput<Params, Query, Body>): ConfirmedAct;
}

interface AdminInput<Params extends Part, Query extends Part, Body extends Part> {
  params: OutputOf<Params>;
  query: OutputOf<Query>;
  body: OutputOf<Body>;
}

/** Defines an endpoint of the admin. `audit` and `confirm` get the validated input. */
export function adminEndpoint<
  Data extends z.ZodType,
  Params extends Part = undefined,
  Query extends Part = undefined,
  Body extends Part = undefined,
  Raw extends true | undefined = undefined,
>(
  row: Pick<
    AdminEndpoint<Params, Query, Body, Data, Raw>,
    'summary' | 'data' | 'access' | 'audit' | 'confirm'
  > &
    Partial<Pick<AdminEndpoint<Params, Query, Body, Data, Raw>, 'params' | 'query' | 'body' | 'raw'>>,
): AdminEndpoint<Params, Query, Body, Data, Raw> & Pick<EndpointDefinition, 'id'> {
  return { id: 'extension', ...row } as AdminEndpoint<Params, Query, Body, Data, Raw> &
    Pick<EndpointDefinition, 'id'>;
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
