/** The origin of a site, and on a developer's machine its other loopback names too. */
export function loopbackAliases(siteUrl: string): string[] {
  const { protocol, hostname, port, origin } = new URL(siteUrl);
  const names = ['localhost', '127.0.0.1', '[::1]'];
  if (!names.includes(hostname)) return [origin];
  return names.map((name) => `${protocol}//${name}${port ? `:${port}` : ''}`);
}
