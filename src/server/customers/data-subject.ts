/** The person whose data is exported or erased: a customer, or a guest who is identified by an email address (R134). */
import { normaliseEmail } from '#lib/normalise-email.ts';
import type { Queryable } from '../db/database.ts';
import { type Customer, findCustomer } from './customers-store.ts';

export interface DataSubject {
  /** Null for a guest. */
  customer: Customer | null;
  /** Email address whose guest data belongs to this person, '' for none. */
  email: string;
}

/**
 * Returns the data subject for a customer. Guest data of the same email address is included only if the customer has verified the
 * address.
 */
export function toDataSubject(customer: Customer): DataSubject {
  return { customer, email: customer.verifiedAt === null ? '' : customer.email };
}

/**
 * Returns the data subject for an email address. Called for the merchant, who has checked the requester's identity, so all data
 * of the address is included: the account's and a guest's.
 */
export async function findDataSubject(db: Queryable, written: string): Promise<DataSubject> {
  const email = normaliseEmail(written);
  return { customer: await findCustomer(db, email), email };
}
