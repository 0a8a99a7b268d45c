/** Validates request input against an endpoint's schemas and describes the first problem in one sentence (R50, code 10001). */
import type { z } from 'zod';
import * as codes from '#lib/contract/codes.ts';
import type { EndpointDefinition } from '#lib/contract/endpoint.ts';
import { Failure } from '../core/failure.ts';
import { defaultIssueMessage, formatFieldPath } from '../core/schema-problem.ts';

export interface RawInput {
  params?: unknown;
  query?: unknown;
  body?: unknown;
}

/**
 * Returns `{params, query, body}` as parsed by the endpoint's schemas; parts without a schema are undefined.
 * @throws Failure 10001 with a message that names the field and the problem
 */
export function validate(row: EndpointDefinition, input: RawInput): Required<RawInput> {
  return {
    params: row.params && check(row.params, input.params ?? {}, 'The path'),
    query: row.query && check(row.query, input.query ?? {}, 'The query'),
    body: row.body && check(row.body, input.body ?? {}, 'The body'),
  };
}

function check(schema: z.ZodType, value: unknown, whole: string): unknown {
  const result = schema.safeParse(value, { error: defaultIssueMessage });
  if (result.success) return result.data;
  const issue = result.error.issues[0]!;
  const field = formatFieldPath(issue.path);
  throw new Failure(codes.badParameter, `${field === '' ? whole : field} ${issue.message}.`);
}
