import { expect, test } from 'vitest';
import { readAudit } from '../../../scripts/read-audit.ts';

test('names vulnerable packages, the worst first [T15]', () => {
  const report = {
    auditReportVersion: 2,
    vulnerabilities: {
      kysely: { severity: 'low', via: [{ title: 'Something small' }] },
      astro: { severity: 'high', via: ['vite', 'vite'] },
      vite: { severity: 'critical', via: [{ title: 'Reads files' }, { title: 'Reads more files' }] },
    },
  };
  expect(readAudit(JSON.stringify(report))).toEqual({
    state: 'vulnerable',
    lines: [
      'vite (critical): Reads files; Reads more files',
      'astro (high): through vite',
      'kysely (low): Something small',
    ],
  });
  expect(readAudit(JSON.stringify({ vulnerabilities: {} }))).toEqual({ state: 'clean', lines: [] });
});

test('takes a registry without advisories for no verdict [T15]', () => {
  const refused = JSON.stringify({ message: '405 Method Not Allowed', method: 'POST' });
  for (const output of [refused, '', 'npm error', 'null']) {
    expect(readAudit(output), output).toEqual({ state: 'no-feed', lines: [] });
  }
});
