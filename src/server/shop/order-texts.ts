/** Formats order data for the output of CLI commands. */

/** Formats an instant to the minute, in UTC. @param instant ms */
export function formatMinute(instant: number): string {
  return new Date(instant).toISOString().slice(0, 16).replace('T', ' ');
}

export function orderStatusName(status: number): string {
  return statusNames[status] ?? '?';
}

/** Names of order statuses by number (R61). */
export const statusNames: Record<number, string> = {
  [-1]: 'payment failed',
  0: 'pending payment',
  1: 'paid',
  2: 'processing',
  3: 'shipped',
  4: 'completed',
  5: 'cancelled',
  6: 'refunded',
};
