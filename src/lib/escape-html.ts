const references: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Escapes text for element content and quoted attributes, in HTML and XML that no template renders, such as sitemaps. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => references[sign]!);
}
