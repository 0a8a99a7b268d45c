/** Whose data is exported or erased: a customer, or a guest of an address (R134). */
import { asciiEmail } from '#lib/ascii-email.ts';
import type { Queryable } from '../db/database.ts';
import { type Customer, findCustomer } from './customers-store.ts';

export interface Person {
  /** Null for a guest. */
  customer: Customer | null;
  /** The address whose rows without an account are this person's, '' for none. */
  email: string;
}

/** Returns a logged-in customer: of rows without an account, only those of a proven address are the customer's. */
export function customerAsPerson(customer: Customer): Person {
  return { customer, email: customer.verifiedAt === null ? '' : customer.email };
}

/**
 * Returns the person of an address for the merchant, who has checked who asks: all rows of the address are the person's,
 * those of its account and those of a guest.
 */
export async function personOfAddress(db: Queryable, written: string): Promise<Person> {
  const email = asciiEmail(written);
  return { customer: await findCustomer(db, email), email };
}
