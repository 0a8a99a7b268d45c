import { describe, expect, it } from 'vitest';
import { apiCsp, commonHeaders } from '#server/api/security-headers.ts';

describe('headers of every answer', () => {
  it('sends HSTS on https only', () => {
    expect(commonHeaders({ SITE_URL: 'http://localhost:4321' })).toMatchInlineSnapshot(`
      [
        [
          "X-Content-Type-Options",
          "nosniff",
        ],
        [
          "Referrer-Policy",
          "strict-origin-when-cross-origin",
        ],
      ]
    `);
    expect(commonHeaders({ SITE_URL: 'https://shop.test' })).toMatchInlineSnapshot(`
      [
        [
          "X-Content-Type-Options",
          "nosniff",
        ],
        [
          "Referrer-Policy",
          "strict-origin-when-cross-origin",
        ],
        [
          "Strict-Transport-Security",
          "max-age=31536000; includeSubDomains",
        ],
      ]
    `);
  });

  it('gives the API nothing to run', () => {
    expect(apiCsp).toMatchInlineSnapshot(`"default-src 'none'; style-src 'self'; frame-ancestors 'none'"`);
  });
});
