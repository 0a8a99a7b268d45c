import { describe, expect, it, vi } from 'vitest';
import * as codes from '#lib/contract/codes.ts';
import { hashPassword, verifyPassword } from '#server/core/password-hash.ts';

describe('stored passwords', () => {
  it('cost what OWASP names for argon2id, and differ each time', async () => {
    const stored = await hashPassword('correct horse');
    expect(stored).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(await hashPassword('correct horse')).not.toBe(stored);
    expect(await verifyPassword('correct horse', stored)).toBe(true);
    expect(await verifyPassword('correct horsf', stored)).toBe(false);
  });

  it('are compared at the cost that they were stored with', async () => {
    const stored = await hashPassword('correct horse');
    expect(await verifyPassword('correct horse', stored.replace('m=19456', 'm=19448'))).toBe(false);
  });

  it('are the same in another Unicode form', async () => {
    expect(await verifyPassword('cafe\u0301 noir', await hashPassword('caf\u00e9 noir'))).toBe(true);
  });

  it('reject every password of a customer who has none', async () => {
    expect(await verifyPassword('', null)).toBe(false);
  });

  it('are hashed two at a time; who waits for 2 s is told to come again', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      const [first, second, third] = ['a', 'b', 'c'].map((password) => hashPassword(password));
      const refused = expect(third).rejects.toMatchObject({ code: codes.tooManyRequests });
      await vi.advanceTimersByTimeAsync(2000);
      await refused;
      expect([await first, await second].every((stored) => stored?.startsWith('$argon2id$'))).toBe(true);
      expect(await hashPassword('d')).toContain('$argon2id$');
    } finally {
      vi.useRealTimers();
    }
  });
});
