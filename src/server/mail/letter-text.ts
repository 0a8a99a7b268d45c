/** A letter as plain text. */
import type { Letter, Note, Part } from './letter.ts';

/** @param letter without line breaks (`inLines`) */
export function letterText(letter: Letter): string {
  const head = [letter.about, letter.title].filter((line) => line !== '');
  const blocks = [
    [letter.from.label, letter.from.href],
    head,
    ...letter.parts.map(partLines),
    ...(letter.notes.length > 0 ? [letter.notes.map(noteLine)] : []),
  ];
  return `${blocks.map((block) => block.join('\n')).join('\n\n')}\n`;
}

function partLines(part: Part): readonly string[] {
  switch (part.kind) {
    case 'text':
      return [part.text];
    case 'button':
      return [`${part.label}: ${part.href}`];
    case 'bill':
      return [
        ...part.items.flatMap(({ quantity, name, details, amount, before }) => [
          `${quantity} × ${name}  ${amount}${aside(before)}`,
          ...details.map((detail) => `    ${detail}`),
        ]),
        '',
        ...part.sums.map(
          ({ name, detail, amount, before = '' }) =>
            `${detail ? `${name}, ${detail}` : name}: ${amount}${aside(before)}`,
        ),
      ];
    case 'address':
      return [`${part.title}:`, ...part.lines];
  }
}

function aside(words: string): string {
  return words === '' ? '' : ` (${words})`;
}

function noteLine({ text, link: { label, href } }: Note): string {
  return `${text} ${href.startsWith('mailto:') ? label : `${label}: ${href}`}`;
}
