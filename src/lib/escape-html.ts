const references: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Makes any text safe inside the text and the quoted attributes of HTML and XML that no template escapes, such as sitemaps. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => references[sign]!);
}
