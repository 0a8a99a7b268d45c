import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createRowSanitiser } from '#server/backup/clean-html.ts';
import { popupSettings } from '#server/marketing/popups.ts';

const evil =
  '<p>Hello</p><script>steal()</script><img src="x" onerror="steal()"><a href="javascript:steal()">go</a>';
const harmless = /<script|onerror|onload|javascript:|<iframe|<svg/i;

function cleaned(column: string, stored: string): string {
  const [table, name] = column.split('.') as [string, string];
  return String(createRowSanitiser(table, ['id', name])([1, stored])[1]);
}

test('cleans every column of a backup that holds HTML, also inside JSON [T4]', () => {
  const columns = [
    'products.description_html',
    'collections.description_html',
    'articles.body_html',
    'pages.body_html',
    'mails.html',
  ];
  for (const column of columns) {
    expect(cleaned(column, evil), column).toContain('Hello');
    expect(cleaned(column, evil), column).not.toMatch(harmless);
  }
  const others = { tabs: [{ title: '<b>', html: evil }], size_guide: evil };
  const stored = cleaned('products.others', JSON.stringify(others));
  expect(stored).not.toMatch(harmless);
  expect(JSON.parse(stored)).toMatchObject({ tabs: [{ title: '<b>' }] });
  const popups = [
    { id: 1, html_content: `<div id="mine" onclick="x()">${evil}</div>`, json_config: { modalId: 'mine' } },
  ];
  const setting = cleaned('settings.value', JSON.stringify(popups));
  expect(setting).not.toMatch(/onclick|<script|onerror/);
  expect(setting).toContain('id=\\"mine\\"');
});

test('leaves what the shop itself has stored as it is [T4]', () => {
  const [popup] = popupSettings.parse([
    { id: 1, type: 5, html_content: '<p id="popup-sale">Sale</p>', json_config: { modalId: 'popup-sale' } },
  ]);
  const stored = JSON.stringify([popup]);
  expect(cleaned('settings.value', stored)).toBe(stored);
  expect(cleaned('settings.value', '{"html": "not JSON')).toBe('{"html": "not JSON');
  expect(cleaned('comments.content', evil)).toBe(evil);
  expect(cleaned('pages.title', evil)).toBe(evil);
});

/** Removes the differences between two spellings of the same HTML. */
function spelled(html: string): string {
  return html
    .replaceAll('&#x27;', "'")
    .toLowerCase()
    .replace(/\s*\/>/g, '>')
    .replace(/\s+/g, ' ')
    .trim();
}

test('an email that waits in a backup is sent as it was written [T4]', () => {
  const files = globSync('*.html', { cwd: join(import.meta.dirname, '../mail/shown') });
  expect(files.length).toBeGreaterThan(5);
  for (const file of files) {
    const html = readFileSync(join(import.meta.dirname, '../mail/shown', file), 'utf8');
    expect(spelled(cleaned('mails.html', html)), file).toBe(spelled(html));
  }
});
