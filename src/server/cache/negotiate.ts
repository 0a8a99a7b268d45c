/** Parses Accept-Encoding and If-None-Match (RFC 9110). Pure. */

export type Encoding = 'br' | 'gzip' | 'identity';

/** Cache of parsed Accept-Encoding headers: browsers send few different values, and parsing one costs more than sending a cached page. */
const read = new Map<string, Encoding>();
const maxCached = 256;

/** Returns the best encoding that the client accepts: br, then gzip, then identity. Encodings with q=0 are excluded. */
export function chooseEncoding(acceptEncoding: string | undefined): Encoding {
  if (!acceptEncoding) return 'identity';
  let encoding = read.get(acceptEncoding);
  if (!encoding) {
    encoding = readEncoding(acceptEncoding);
    if (read.size >= maxCached) read.clear();
    read.set(acceptEncoding, encoding);
  }
  return encoding;
}

function readEncoding(acceptEncoding: string): Encoding {
  if (accepts(acceptEncoding, 'br')) return 'br';
  return accepts(acceptEncoding, 'gzip') ? 'gzip' : 'identity';
}

function accepts(header: string, coding: string): boolean {
  let wildcard = false;
  for (const item of header.toLowerCase().split(',')) {
    const [name = '', ...parameters] = item.split(';').map((part) => part.trim());
    if (name !== coding && name !== '*') continue;
    const refused = parameters.some((parameter) => /^q=0(?:\.0*)?$/.test(parameter));
    if (name === coding) return !refused;
    wildcard = !refused;
  }
  return wildcard;
}

/** Returns whether If-None-Match contains the ETag. The comparison is weak, as RFC 9110 requires for 304 responses. */
export function matchesEtag(ifNoneMatch: string | undefined, etag: string): boolean {
  if (!ifNoneMatch) return false;
  if (ifNoneMatch.trim() === '*') return true;
  const opaqueTag = etag.replace(/^W\//, '');
  return ifNoneMatch.split(',').some((candidate) => candidate.trim().replace(/^W\//, '') === opaqueTag);
}
