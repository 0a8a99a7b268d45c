/**
 * Patterns of the URLs that merchant data may contain (R91). Browsers read `\` as `/` and ignore tabs and line breaks, so a path must not
 * start with two slashes of either type or contain tabs or line breaks: `/\evil.example` and `/<tab>/evil.example` lead to another site.
 */
const path = '\\/(?![/\\\\])[^\\t\\n\\r]*';

/** Matches a path of this shop, with or without a query. */
export const shopPathPattern = new RegExp(`^${path}$`);

/** Matches a path, an anchor, or an http, https, mailto or tel URL; also '', which means that there is no link. */
export const linkUrlPattern = new RegExp(`^(|${path}|#.*|https?:\\/\\/.+|mailto:.+|tel:.+)$`);

/** Matches a path or an https URL; also '', which means that there is no image. */
export const imageUrlPattern = new RegExp(`^(|${path}|https:\\/\\/.+)$`);
