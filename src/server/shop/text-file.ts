/** Parses the text files of pages and articles: front matter (`key: value` lines between two `---` lines), then HTML. Pure. */

export interface TextFile {
  fields: Record<string, string>;
  body: string;
}

/**
 * Parses a text file.
 * @throws Error with a message for the merchant if the front matter is missing or not closed, or a line in it has no key
 */
export function parseTextFile(text: string): TextFile {
  const lines = text.replace(/^\uFEFF/, '').split(/\r?\n/);
  if (lines[0]?.trim() !== '---') throw new Error('The first line must be "---", the next one "title: …".');
  const end = lines.findIndex((line, at) => at > 0 && line.trim() === '---');
  if (end === -1) throw new Error('The second line "---" is missing. It must follow the fields.');
  const fields: Record<string, string> = {};
  for (const [at, line] of lines.slice(1, end).entries()) {
    if (line.trim() === '') continue;
    const match = /^([a-z_]+):\s*(.*)$/.exec(line);
    if (!match) throw new Error(`Line ${at + 2} must have the form "key: value".`);
    fields[match[1]!] = match[2]!.trim();
  }
  return {
    fields,
    body: lines
      .slice(end + 1)
      .join('\n')
      .trim(),
  };
}
