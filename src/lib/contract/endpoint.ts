/** How one row of the contract is written, and the types that follow from it. */
import type { z } from 'zod';

export interface EndpointRow {
  /** Id of the requirement row, e.g. `API-001`, or `extension` for what the documents do not list. */
  id: string;
  /** One line of what it does; shown in the OpenAPI document and on /api. */
  summary: string;
  params?: z.ZodType;
  query?: z.ZodType;
  body?: z.ZodType;
  /** Schema of `data` in a code-0 answer. */
  data: z.ZodType;
  /** Body at most 64 KiB instead of 1 MiB: the bag's calls. */
  smallBody?: true;
  /** The handler answers by itself with a `Response`, or null for an empty 204: redirects, files, webhooks. */
  raw?: true;
  /** The same for everybody: caches may keep the answer until it changes by itself, a minute at most. */
  shared?: true;
  /** Called by other sites' pages or servers on purpose: signed webhooks, the shopper's return from a provider. */
  foreign?: true;
  /** GET calls that change state: they ignore prefetches and other sites, and act only for the owner of what exists (R90). */
  changesState?: true;
}

/** Writes one row, inferred exactly. A row without an id is an `extension`. */
export function endpoint<const Row extends Omit<EndpointRow, 'id'> & Partial<EndpointRow>>(
  row: Row,
): Row & Pick<EndpointRow, 'id'> {
  return { id: 'extension', ...row };
}

/** `{params, query, body}` of a row, as a caller writes it; parts the row does not have are absent. */
export type CallInput<Row extends EndpointRow> = (Row['params'] extends z.ZodType
  ? { params: z.input<Row['params']> }
  : { params?: undefined }) &
  (Row['query'] extends z.ZodType ? { query?: z.input<Row['query']> } : { query?: undefined }) &
  (Row['body'] extends z.ZodType ? { body: z.input<Row['body']> } : { body?: undefined });

/** `{params, query, body}` of a row after validation, as a handler receives it. */
export interface ParsedInput<Row extends EndpointRow> {
  params: Row['params'] extends z.ZodType ? z.output<Row['params']> : undefined;
  query: Row['query'] extends z.ZodType ? z.output<Row['query']> : undefined;
  body: Row['body'] extends z.ZodType ? z.output<Row['body']> : undefined;
}

/** `data` as it stands on the wire. */
export type CallData<Row extends EndpointRow> = z.output<Row['data']>;

/** Beyond the documents: what is missing for what was asked, in the language of the page, and the promotion it is about. */
export interface WireReason {
  text: string;
  seo_url: string;
  title: string;
}

/** Every answer of the API (R50). `data` is null unless the code is 0; a code that does not fit the bag has a `reason`. */
export type Envelope<Data> =
  | { code: 0; msg: string; data: Data }
  | { code: Exclude<number, 0>; msg: string; data: null; reason?: WireReason };
