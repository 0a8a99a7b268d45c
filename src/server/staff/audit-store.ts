/** Writes and reads the audit log. There is no query that changes or deletes a row. */
import type { Caller } from '../core/caller.ts';
import { clientNetwork } from '../core/client-address.ts';
import type { AuditDetails } from '../core/handler.ts';
import type { Queryable } from '../db/database.ts';

/** Longest stored subject; a longer one is cut. */
const maxSubject = 200;

export interface AuditEntry {
  caller: Pick<Caller, 'ip'>;
  staffId: number | null;
  tokenId: number | null;
  endpoint: string;
  subject: string;
  state?: 'done' | 'requested' | 'answered' | undefined;
  details?: AuditDetails | undefined;
}

export async function insertAuditEntry(db: Queryable, entry: AuditEntry, now: number): Promise<void> {
  const { caller, staffId, tokenId, endpoint, subject, state = 'done', details = {} } = entry;
  await db
    .insertInto('audit_log')
    .values({
      at: now,
      staff_id: staffId,
      token_id: tokenId,
      endpoint,
      subject: subject.slice(0, maxSubject),
      state,
      details: JSON.stringify(details),
      ip: clientNetwork(caller.ip),
    })
    .execute();
}
