/** Work done outside any request: once, when it is due, or again and again. */
import type { z } from 'zod';
import type { Services } from '../core/services.ts';

export interface JobContext {
  services: Services;
  /** Which try this is, from 1. */
  attempt: number;
  /** Ends when the process stops or the job takes too long; hand it to every outside call. */
  signal: AbortSignal;
  /** Ends as soon as the process is told to stop: what is in hand is finished, and nothing further begun. */
  ending?: AbortSignal;
}

/** Thrown by a job that was ended after it had done a part of its work for good: the next try goes on with the rest. */
export class JobInterruptedError extends Error {
  override readonly name = 'JobInterruptedError';
}

/**
 * Does one job. It may be run again after a crash in its middle, so doing it twice must equal doing it once. What it
 * throws is stored as `last_error`, and the job is tried again later. Throwing the reason of a signal that ended because the
 * process stops, or `Unfinished`, is no failed try.
 */
export interface JobHandler {
  (payload: unknown, context: JobContext): Promise<void>;
  /** How many of this kind one process does at once, 2 unless told: a long queue of one kind must not hold up the others. */
  atOnce?: number;
  /** Tries until it is given up, 12 unless told; from the 12th on they come hourly. */
  tries?: number;
  /** True for what must be done however long it takes, such as sending money back: it is never given up. */
  isOwed?: boolean;
}

/** A domain's handlers, keyed by the job's kind. */
export type JobHandlers = Record<string, JobHandler>;

export interface RecurringJob {
  kind: string;
  /** Milliseconds from the end of one run to the start of the next. */
  every: number;
  run: (context: JobContext) => Promise<void>;
}

/** A handler that is given its payload as `schema` makes it. A payload that does not fit fails the job. */
export function handle<Schema extends z.ZodType>(
  schema: Schema,
  run: (payload: z.output<Schema>, context: JobContext) => Promise<void>,
  { atOnce = 2, tries }: { atOnce?: number; tries?: number } = {},
): JobHandler {
  const handler: JobHandler = async (payload, context) => run(schema.parse(payload), context);
  return Object.assign(handler, { atOnce }, tries === undefined ? {} : { tries });
}
