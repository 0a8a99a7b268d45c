/** The person whose data is exported or erased: a customer, or the guest with an address (R134). */
import { normaliseEmail } from '#lib/normalise-email.ts';
import type { Queryable } from '../db/database.ts';
import { type Customer, findCustomer } from './customers-store.ts';

export interface DataSubject {
  /** Null for a guest. */
  customer: Customer | null;
  /** The address whose rows without an account belong to this person, '' for none. */
  email: string;
}

/** Returns a customer as a person; guest rows of the same address are included only if the customer has verified it. */
export function toDataSubject(customer: Customer): DataSubject {
  return { customer, email: customer.verifiedAt === null ? '' : customer.email };
}

/**
 * Returns the person of an address for the merchant, who has checked the requester's identity: the person owns all rows of the
 * address, the account's and a guest's.
 */
export async function findDataSubject(db: Queryable, written: string): Promise<DataSubject> {
  const email = normaliseEmail(written);
  return { customer: await findCustomer(db, email), email };
}
