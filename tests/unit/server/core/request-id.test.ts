import type { IncomingMessage } from 'node:http';
import { describe, expect, it } from 'vitest';
import {
  currentRequestId,
  resolveRequestId,
  withoutRequestId,
  withRequestId,
} from '#server/core/request-id.ts';

const isTrusted = (address: string) => address === '10.0.0.1';
const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

function idOf(sent: string, remoteAddress = '10.0.0.1', name = 'x-request-id') {
  const rawHeaders = ['Host', 'shop.example', name, sent];
  return resolveRequestId({ rawHeaders, socket: { remoteAddress } } as IncomingMessage, isTrusted);
}

describe('the id of a request', () => {
  it.each(['4f1d2c3b', 'Root=1-67891233-abcdef', 'a'.repeat(64)])(
    'is the one a trusted proxy sent: %s',
    (sent) => {
      expect(idOf(sent)).toBe(sent);
      expect(idOf(sent, '10.0.0.1', 'X-Request-ID')).toBe(sent);
    },
  );

  it('is a new one where anybody else sent it, or nobody', () => {
    expect(idOf('4f1d2c3b', '192.0.2.1')).toMatch(uuid);
    expect(idOf('4f1d2c3b', '10.0.0.1', 'x-request-no')).toMatch(uuid);
    expect(idOf('', '192.0.2.1')).not.toBe(idOf('', '192.0.2.1'));
  });

  it.each(['', 'a'.repeat(65), 'two words', 'naïve', 'a"b', 'a\u001b[31m'])(
    'is a new one where a proxy sent what is not short plain ASCII: %j',
    (sent) => {
      expect(idOf(sent)).toMatch(uuid);
    },
  );

  it('is that of the request whose work goes on, however many run at once', async () => {
    const seen = await Promise.all(
      ['one', 'two'].map((id) =>
        withRequestId(id, async () => {
          await new Promise(setImmediate);
          return currentRequestId();
        }),
      ),
    );
    expect([...seen, currentRequestId()]).toEqual(['one', 'two', undefined]);
  });

  it('is not that of the request that starts work for all', async () => {
    const seen = withRequestId('one', () =>
      withoutRequestId(() => new Promise((resolve) => setImmediate(() => resolve(currentRequestId())))),
    );
    expect(await seen).toBeUndefined();
  });
});
