/**
 * Counts lines of code per folder, without blank lines and comments. `node tools/count.mjs [ref]` counts the work tree, or a
 * commit.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import ts from 'typescript';

const [ref] = process.argv.slice(2);
const git = (...args) => execFileSync('git', args, { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 });
const read = (file) => (ref ? git('show', `${ref}:${file}`) : readFileSync(file, 'utf8'));
const listed = ref ? git('ls-tree', '-r', '--name-only', ref) : git('ls-files');
const counted = /^(?:server\.ts|(?:src|scripts|bench|tests)\/.*\.(?:ts|tsx|mjs|astro|css))$/;

/** Counts the lines that contain a token. */
function linesOfScript(file, text) {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, false);
  const lines = new Set();
  const lineAt = (position) => source.getLineAndCharacterOfPosition(position).line;
  const visit = (node) => {
    if (ts.isJSDoc(node)) return;
    const children = node.getChildren(source);
    if (children.length > 0) return children.forEach(visit);
    if (node.kind === ts.SyntaxKind.EndOfFileToken || node.getWidth(source) === 0) return;
    for (let line = lineAt(node.getStart(source)); line <= lineAt(node.getEnd()); line += 1) lines.add(line);
  };
  source.statements.forEach(visit);
  return lines.size;
}

function linesOfMarkup(text) {
  const code = text.replace(/\/\*[\s\S]*?\*\/|<!--[\s\S]*?-->/g, '').replace(/^\s*\/\/.*$/gm, '');
  return code.split('\n').filter((line) => line.trim() !== '').length;
}

const sums = new Map();
for (const file of listed.split('\n').filter((name) => counted.test(name))) {
  const text = read(file);
  const lines = /\.(?:ts|tsx|mjs)$/.test(file) ? linesOfScript(file, text) : linesOfMarkup(text);
  const [top = '', second = ''] = file.split('/');
  const folder = top === 'src' ? `src/${second}` : top;
  sums.set(folder, (sums.get(folder) ?? 0) + lines);
}
const rows = [...sums].sort(([one], [other]) => (one < other ? -1 : 1));
const total = (keep) => rows.filter(([name]) => keep(name)).reduce((sum, [, lines]) => sum + lines, 0);
rows.push(
  ['the shop', total((name) => name.startsWith('src') || name === 'server.ts')],
  ['all', total(() => true)],
);
for (const [folder, lines] of rows) console.log(`${folder.padEnd(22)} ${String(lines).padStart(7)}`);
