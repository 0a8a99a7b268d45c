/** Caches a provider's bearer token until shortly before it expires. */

interface Token {
  token: string;
  /** Usable lifetime of the token, ms. */
  usableMs: number;
}

/**
 * Returns a cache for one token; concurrent callers share one token request.
 * @param request fetches a token from the provider
 * @param now ms UTC
 */
export function createTokenCache(request: () => Promise<Token>, now: () => number) {
  let cached: { value: Promise<string>; until: number } | null = null;

  function requested() {
    const entry = { value: Promise.resolve(''), until: Number.POSITIVE_INFINITY };
    entry.value = request().then(({ token, usableMs }) => {
      entry.until = now() + usableMs;
      return token;
    });
    entry.value.catch(() => {
      if (cached === entry) cached = null;
    });
    return entry;
  }

  return {
    current(): Promise<string> {
      if (!cached || cached.until <= now()) cached = requested();
      return cached.value;
    },
    /** Discards the cached token, because it may expire early; the next call of `current` requests a new one. */
    forget(): void {
      cached = null;
    },
  };
}
