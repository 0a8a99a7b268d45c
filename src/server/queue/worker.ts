/** Claims due jobs and runs them; used by the running shop and by tests. */
import { randomUUID } from 'node:crypto';
import type { Services } from '../core/services.ts';
import { type JobHandlers, JobInterruptedError, type RecurringJob } from './job.ts';
import { failedOutcome, interruptedOutcome, succeededOutcome } from './outcome.ts';
import {
  type ClaimedJob,
  claimDue,
  ensureRecurring,
  extendClaims,
  findDueJobKinds,
  type JobOutcome,
  releaseJob,
  rescheduleAfterClockChange,
} from './store.ts';

/**
 * Time limit of a run, ms. A handler that ignores its abort signal loses its claim after this time, so that another process can retry the
 * job.
 */
const runTimeoutMs = 300_000;

/** Abort reason of a job's two signals when the process stops. */
const stopping = new Error('The shop is stopping');

export class Worker {
  readonly #name = randomUUID();
  readonly #services: Services;
  readonly #handlers: JobHandlers;
  readonly #recurring: Map<string, RecurringJob>;
  readonly #stopping = new AbortController();
  readonly #ending = new AbortController();
  readonly #running = new Map<number, { kind: string; until: number; done: Promise<void> }>();

  constructor(services: Services, handlers: JobHandlers, recurring: readonly RecurringJob[]) {
    this.#services = services;
    this.#handlers = handlers;
    this.#recurring = new Map(recurring.map((job) => [job.kind, job]));
  }

  /** Creates the rows of recurring jobs that do not exist yet. */
  async prepare(): Promise<void> {
    const { db, now } = this.#services;
    await ensureRecurring(db.write, [...this.#recurring.keys()], now());
    await this.followClock();
  }

  /** Reschedules recurring jobs that would pause because the clock was set back. */
  async followClock(): Promise<void> {
    await rescheduleAfterClockChange(this.#services.db, [...this.#recurring.values()], this.#services.now());
  }

  /**
   * Claims and starts due jobs, up to the concurrency limit of each kind.
   * @returns promises of the jobs started by this call; they never reject
   */
  async startDue(): Promise<Promise<void>[]> {
    const { db, now } = this.#services;
    const kinds = [...this.#recurring.keys(), ...Object.keys(this.#handlers)];
    const started: Promise<void>[] = [];
    for (const kind of await findDueJobKinds(db, kinds, now())) {
      const free = this.#limitOf(kind) - this.#runningOf(kind);
      if (free <= 0) continue;
      const jobs = await claimDue(db, kind, this.#name, now(), free);
      started.push(...jobs.map((job) => this.#start(job)));
    }
    return started;
  }

  #limitOf(kind: string): number {
    return this.#recurring.has(kind) ? 1 : (this.#handlers[kind]?.atOnce ?? 2);
  }

  #runningOf(kind: string): number {
    return [...this.#running.values()].filter((job) => job.kind === kind).length;
  }

  /** Renews the claims of running jobs that have not exceeded their time limit. */
  async renewClaims(): Promise<void> {
    const now = this.#services.now();
    const ids = [...this.#running].filter(([, job]) => job.until > now).map(([id]) => id);
    await extendClaims(this.#services.db.write, ids, this.#name, now);
  }

  /** Waits for running jobs; after `grace` milliseconds it aborts their signals. */
  async finish(grace: number): Promise<void> {
    this.#ending.abort(stopping);
    const timer = setTimeout(() => this.#stopping.abort(stopping), grace);
    await Promise.all([...this.#running.values()].map((job) => job.done));
    clearTimeout(timer);
  }

  #start(job: ClaimedJob): Promise<void> {
    const done = this.#run(job).finally(() => this.#running.delete(job.id));
    this.#running.set(job.id, { kind: job.kind, until: this.#services.now() + runTimeoutMs, done });
    return done;
  }

  async #run(job: ClaimedJob): Promise<void> {
    const { id, kind, payload, attempt } = job;
    const services = this.#services;
    const { log, now, db } = services;
    const recurring = this.#recurring.get(kind);
    const signal = AbortSignal.any([this.#stopping.signal, AbortSignal.timeout(runTimeoutMs)]);
    const context = { services, attempt, signal, ending: this.#ending.signal };
    let outcome: JobOutcome;
    try {
      await (recurring ? recurring.run(context) : this.#handlers[kind]!(JSON.parse(payload), context));
      outcome = succeededOutcome(recurring?.every, now());
    } catch (error) {
      const isFailed = error !== stopping && !(error instanceof JobInterruptedError);
      outcome = isFailed ? this.#failed(job, error) : interruptedOutcome(attempt);
    }
    try {
      const isRecorded = await releaseJob(db.write, id, this.#name, outcome, now());
      if (!isRecorded) log.warn({ job: id, kind }, 'job claim expired');
    } catch (error) {
      // The claim will expire and the job will run again, which is safe because handlers are idempotent.
      log.error({ job: id, kind, err: error }, 'job result not saved');
    }
  }

  #failed({ id, kind, attempt }: ClaimedJob, error: unknown): JobOutcome {
    const { log, now } = this.#services;
    const { isOwed, tries } = this.#handlers[kind] ?? {};
    const every = this.#recurring.get(kind)?.every;
    const outcome = failedOutcome({ every, isOwed, tries }, attempt, error, now(), Math.random());
    const about = { job: id, kind, attempt, err: error };
    if (outcome.state === 'given_up') log.error(about, 'job failed permanently');
    else log.warn(about, 'job failed');
    return outcome;
  }
}
