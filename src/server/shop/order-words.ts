/** How commands about orders write what an order is made of. */
import { BadUsage } from './command.ts';

/** To the minute, UTC. @param instant ms */
export function time(instant: number): string {
  return new Date(instant).toISOString().slice(0, 16).replace('T', ' ');
}

export function statusOf(status: number): string {
  return statusNames[status] ?? '?';
}

/** @param name as the list shows it; undefined for all */
export function statusNamed(name: string | undefined): number | null {
  if (name === undefined) return null;
  const found = Object.entries(statusNames).find(([, shown]) => shown === name);
  if (!found) throw new BadUsage(`"${name}" is no status: ${Object.values(statusNames).join(', ')}.`);
  return Number(found[0]);
}

/** R61. */
const statusNames: Record<number, string> = {
  [-1]: 'payment failed',
  0: 'pending payment',
  1: 'paid',
  2: 'processing',
  3: 'shipped',
  4: 'completed',
  5: 'cancelled',
  6: 'refunded',
};
