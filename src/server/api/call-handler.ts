/**
 * Runs a handler, for HTTP requests and for calls from pages. It enforces `access`, `confirm` and `audit` of the contract, so that no caller
 * can avoid them.
 */
import type { EndpointDefinition } from '#lib/contract/endpoint.ts';
import type { EndpointKey } from '#lib/contract/table.ts';
import type { Caller } from '../core/caller.ts';
import type { Context, Handler, HandlerResult } from '../core/handler.ts';
import { insertAuditEntry } from '../staff/audit-store.ts';
import { checkAccess } from '../staff/check-access.ts';
import { consumeConfirmation } from '../staff/confirmations.ts';
import { type RawInput, validate } from './validate.ts';

export interface HandlerCall {
  key: EndpointKey;
  row: EndpointDefinition;
  handler: Handler<EndpointKey>;
  caller: Caller;
  raw: RawInput;
  context: Context;
  /** Runs after validation and before the handler, such as the check of rate limits. */
  beforeHandler?(input: Required<RawInput>): Promise<void>;
}

/** `audit` of contexts outside `callHandler`. */
export const auditUnavailable: Context['audit'] = () =>
  Promise.reject(new Error('Only endpoints with `audit` write to the audit log.'));

/** @throws Failure for business errors, Error if a handler of an audited endpoint has written no audit row */
export async function callHandler(call: HandlerCall): Promise<HandlerResult<EndpointKey>> {
  const { key, row, handler, caller, context } = call;
  checkAccess(row.access, caller);
  const input = validate(row, call.raw);
  await call.beforeHandler?.(input);
  if (row.confirm) {
    const act = row.confirm(input as never);
    await consumeConfirmation(context.services.db.write, caller, key, act, context.now);
  }
  if (!row.audit) return handler(input as never, context);
  const subject = row.audit(input as never);
  let isRecorded = false;
  context.audit = async (trx, details, state) => {
    const { staff, apiToken } = caller;
    const who = { caller, staffId: staff?.id ?? null, tokenId: apiToken?.id ?? null };
    await insertAuditEntry(trx, { ...who, endpoint: key, subject, details, state }, context.now);
    isRecorded = true;
  };
  const data = await handler(input as never, context);
  if (!isRecorded) throw new Error(`${key} returned without a row in the audit log.`);
  return data;
}
