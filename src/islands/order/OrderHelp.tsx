import { localPath } from '#client/language/local-path.ts';
import { usePageTexts } from './texts.ts';

export interface OrderHelp {
  /** The shop's email address, '' for none. */
  email: string;
  /** Language of the help pages' titles, null if it is the current page's language. */
  lang: string | null;
  pages: { title: string; path: string }[];
}

interface Props {
  help: OrderHelp;
  orderNo: string;
}

/** Renders the shop's email address and links to help pages. */
export function OrderHelpLinks({ help: { email, lang, pages }, orderNo }: Props) {
  const texts = usePageTexts();
  if (email === '' && pages.length === 0) return null;
  const subject = encodeURIComponent(`${texts.order} ${orderNo}`);
  return (
    <section className="order-help no-print" aria-label={texts.helpTitle}>
      <h3>{texts.helpTitle}</h3>
      {email !== '' && (
        <p>
          {texts.helpWrite} <a href={`mailto:${email}?subject=${subject}`}>{email}</a>
        </p>
      )}
      {pages.length > 0 && (
        <ul className="order-help-pages" lang={lang ?? undefined}>
          {pages.map(({ title, path }) => (
            <li key={path}>
              <a className="link-row" href={localPath(path)}>
                {title}
              </a>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
