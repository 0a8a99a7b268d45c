import { expect, it } from 'vitest';
import { readEnv } from '#server/env.ts';

it('takes the other platform by its origin, however its address is written', () => {
  for (const written of ['https://shop.example', 'https://shop.example/', 'https://SHOP.example:443']) {
    expect(readEnv({ API_ORIGIN: written }).API_ORIGIN).toBe('https://shop.example');
  }
  expect(() => readEnv({ API_ORIGIN: 'https://shop.example/api' })).toThrow('API_ORIGIN');
});
