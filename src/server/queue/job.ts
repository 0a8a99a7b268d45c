/** Background jobs, which run outside any request: once when they are due, or at regular intervals. */
import type { z } from 'zod';
import type { Services } from '../core/services.ts';

export interface JobContext {
  services: Services;
  /** Number of the current attempt, from 1. */
  attempt: number;
  /** Aborts when the process stops or the job exceeds its time limit; pass it to every external request. */
  signal: AbortSignal;
  /** Aborts as soon as shutdown starts: the job finishes its current step and starts no further one. */
  ending?: AbortSignal;
}

/** Thrown by a job that was interrupted after it completed a part of its work: the next attempt continues with the rest. */
export class JobInterruptedError extends Error {
  override readonly name = 'JobInterruptedError';
}

/**
 * Runs one job. After a crash a job may run again, so a handler must be idempotent. An error it throws is stored as
 * `last_error`, and the job is retried later. Throwing the abort reason of a stopping process, or `JobInterruptedError`,
 * does not count as a failed attempt.
 */
export interface JobHandler {
  (payload: unknown, context: JobContext): Promise<void>;
  /** Maximum number of concurrent jobs of this kind per process, 2 by default: a long queue of one kind must not delay the others. */
  atOnce?: number;
  /** Maximum number of attempts before the job fails permanently, 12 by default; from the 12th attempt on, the delay is an hour. */
  tries?: number;
  /** True for work that must be completed, however long it takes, such as a refund: the job is retried without limit. */
  isOwed?: boolean;
}

export type JobHandlers = Record<string, JobHandler>;

export interface RecurringJob {
  kind: string;
  /** Milliseconds from the end of one run to the start of the next. */
  every: number;
  run: (context: JobContext) => Promise<void>;
}

/** Returns a handler that receives its payload parsed by `schema`. A payload that does not match fails the job. */
export function defineJobHandler<Schema extends z.ZodType>(
  schema: Schema,
  run: (payload: z.output<Schema>, context: JobContext) => Promise<void>,
  { atOnce = 2, tries }: { atOnce?: number; tries?: number } = {},
): JobHandler {
  const handler: JobHandler = async (payload, context) => run(schema.parse(payload), context);
  return Object.assign(handler, { atOnce }, tries === undefined ? {} : { tries });
}
