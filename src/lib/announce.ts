/** Says something in the page's one live region (#live); the same words twice are said twice. */
export function announce(message: string): void {
  const region = document.getElementById('live');
  if (!region) return;
  region.textContent = region.textContent === message ? `${message}\u00a0` : message;
}
