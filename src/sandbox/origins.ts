/** The origin of a site, and on a developer's machine its other loopback names too. */
export function loopbackAliases(siteUrl: string): string[] {
  const { protocol, hostname, port, origin } = new URL(siteUrl);
  // Policies know no IPv6 addresses, so [::1] is left out.
  const names = ['localhost', '127.0.0.1'];
  if (!names.includes(hostname)) return [origin];
  return names.map((name) => `${protocol}//${name}${port ? `:${port}` : ''}`);
}
