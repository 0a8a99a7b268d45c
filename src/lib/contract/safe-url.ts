/**
 * Allowed URLs in merchant data (R91). Browsers read `\` as `/` and ignore tabs and line breaks, so a path must not start with
 * two slashes of either type or contain such a break: `/\evil.example` and `/<tab>/evil.example` lead to another site.
 */
const path = '\\/(?![/\\\\])[^\\t\\n\\r]*';

/** A path of this shop, with or without a query. */
export const shopPathPattern = new RegExp(`^${path}$`);

/** A path, anchor, web, mail or telephone link. '' is no link. */
export const linkUrlPattern = new RegExp(`^(|${path}|#.*|https?:\\/\\/.+|mailto:.+|tel:.+)$`);

/** A path, or an https URL. */
export const imageUrlPattern = new RegExp(`^(|${path}|https:\\/\\/.+)$`);
