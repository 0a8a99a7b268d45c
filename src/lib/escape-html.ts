const references: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Escapes text for the content and quoted attributes of HTML and XML that is not rendered by a template, such as sitemaps. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => references[sign]!);
}
