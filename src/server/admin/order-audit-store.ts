/** Reads from the audit log what the staff did to an order. */
import { z } from 'zod';
import type { EndpointKey } from '#lib/contract/table.ts';
import type { Queryable } from '../db/database.ts';

export interface OrderAuditEntry {
  at: number;
  endpoint: string;
  /** Name of the member of staff or of the API token. */
  by: string;
  details: string;
}

/** The endpoint whose entries the timeline shows as parcels. */
export const shipEndpoint = 'POST /api/v1/admin/orders/:order_no/parcels' satisfies EndpointKey;

const storedShipment = z.object({
  tracking: z.string().catch(''),
  /** `trackingUpdateTime` of the parcel, ms UTC. */
  sent_at: z.number().catch(0),
  units: z.array(z.string()).catch([]),
});

/** Parses the details that shipping stores in the audit log. */
export function parseShipment(details: string): z.output<typeof storedShipment> {
  return storedShipment.parse(JSON.parse(details || '{}'));
}

/** Returns the newest acts on a subject, the newest first. */
export async function readOrderAudit(db: Queryable, subject: string): Promise<OrderAuditEntry[]> {
  const rows = await db
    .selectFrom('audit_log')
    .leftJoin('staff', 'staff.id', 'audit_log.staff_id')
    .leftJoin('api_tokens', 'api_tokens.id', 'audit_log.token_id')
    .select(['audit_log.at', 'audit_log.endpoint', 'audit_log.details'])
    .select(['staff.name as staffName', 'staff.email as staffEmail', 'api_tokens.name as tokenName'])
    .where('audit_log.subject', '=', subject)
    // Its subject is what the client sent.
    .where('audit_log.endpoint', '<>', 'POST /api/v1/admin/confirmations')
    .orderBy('audit_log.at', 'desc')
    .orderBy('audit_log.id', 'desc')
    .limit(100)
    .execute();
  return rows.map(({ at, endpoint, details, staffName, staffEmail, tokenName }) => ({
    ...{ at, endpoint, details, by: staffName || staffEmail || tokenName || '' },
  }));
}
