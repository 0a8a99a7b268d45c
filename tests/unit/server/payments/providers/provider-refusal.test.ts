import { pino } from 'pino';
import { expect, it } from 'vitest';
import { ProviderRejectedError } from '#server/payments/providers/call-provider.ts';

it('is logged with its status, without what the provider says of the shopper', () => {
  const lines: string[] = [];
  const log = pino({}, { write: (line) => void lines.push(line) });
  const body = { details: [{ issue: 'INVALID_PARAMETER_VALUE', value: 'jane@example.com' }] };
  const refusal = new ProviderRejectedError(422, body);
  log.warn({ err: refusal }, 'payment provider not reached');
  expect(lines.join()).toContain('"status":422');
  expect(lines.join()).not.toContain('jane@example.com');
  expect(refusal.body).toBe(body);
});
