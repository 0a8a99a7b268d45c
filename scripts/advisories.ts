/**
 * Checks the production dependencies against the registry's security advisories. Exits with 1 if one is vulnerable. Many
 * registry mirrors have no advisories: then it prints that it skipped the check and exits with 0.
 */
import { spawnSync } from 'node:child_process';
import { readAudit } from './read-audit.ts';

const { stdout } = spawnSync('npm', ['audit', '--omit=dev', '--json'], {
  encoding: 'utf8',
  maxBuffer: 2 ** 26,
  timeout: 60_000,
});
const { state, lines } = readAudit(stdout ?? '');
if (state === 'no-feed') {
  console.log('Skipped: security advisories. The npm registry in use has none; run this where it has.');
}
for (const line of lines) console.error(line);
if (state === 'vulnerable') {
  console.error(
    'Update these packages, or write down in docs/decisions/01-dependencies.md why they do no harm.',
  );
  process.exitCode = 1;
}
