import type { SuggestedLink } from '#client/header/ask-suggestions.ts';
import { localPath } from '#client/language/local-path.ts';

interface Props {
  /** What they are; left out where what was typed says so. */
  name?: string;
  list: readonly SuggestedLink[];
  /** Takes a link for its place among all that the arrow keys reach. */
  linkAt: (at: number) => (link: HTMLAnchorElement | null) => void;
  /** Place of the first one. */
  from: number;
}

/** A line of words to go by; nothing where there are none. */
export default function SuggestedLinks({ name, list, linkAt, from }: Props) {
  if (list.length === 0) return null;
  return (
    <div className="suggested-links">
      {name && <span className="quiet">{name}</span>}
      {list.map(({ title, path }, at) => (
        <a key={path} ref={linkAt(from + at)} className="link-row" href={localPath(path)}>
          {title}
        </a>
      ))}
    </div>
  );
}
