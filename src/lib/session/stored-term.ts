/** The utm_term stored with the session (NEWS-08): '' where there is no session, no term, or nothing readable. */
export function storedTerm(): string {
  try {
    const session: unknown = JSON.parse(localStorage.getItem('session_data') ?? 'null');
    const term = (session as { utm_term?: unknown } | null)?.utm_term;
    return typeof term === 'string' ? term.slice(0, 255) : '';
  } catch {
    return '';
  }
}
