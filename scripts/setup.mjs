// Makes the clone ready to run: installs, and with --build builds the pages. Plain JavaScript for Node 20, built-ins only.
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';

if (!existsSync('node_modules/astro')) execFileSync('npm', ['ci'], { stdio: 'inherit' });
if (process.argv.includes('--build')) execFileSync('npx', ['astro', 'build'], { stdio: 'inherit' });
