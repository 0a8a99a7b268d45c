/** Reads what `npm audit --json` prints. */

export interface AuditVerdict {
  /** `no-feed`: the registry answers no questions about advisories, so nothing is known. */
  state: 'clean' | 'vulnerable' | 'no-feed';
  /** One a vulnerable package, worst first: `nodemailer (high): title`. */
  lines: string[];
}

interface Vulnerability {
  severity: string;
  via: (string | { title?: string })[];
}

const severities = ['critical', 'high', 'moderate', 'low', 'info'];

/** Returns what an audit found; output that is no report counts as `no-feed`. */
export function readAudit(output: string): AuditVerdict {
  const vulnerabilities = readVulnerabilities(output);
  if (!vulnerabilities) return { state: 'no-feed', lines: [] };
  const rank = ([, { severity }]: [string, Vulnerability]) => severities.indexOf(severity);
  const lines = Object.entries(vulnerabilities)
    .sort((one, other) => rank(one) - rank(other))
    .map(([name, { severity, via }]) => {
      const titles = via.map((cause) =>
        typeof cause === 'string' ? `through ${cause}` : (cause.title ?? ''),
      );
      return `${name} (${severity}): ${[...new Set(titles)].join('; ')}`;
    });
  return { state: lines.length === 0 ? 'clean' : 'vulnerable', lines };
}

function readVulnerabilities(output: string): Record<string, Vulnerability> | null {
  try {
    const report = JSON.parse(output) as { vulnerabilities?: Record<string, Vulnerability> } | null;
    return report?.vulnerabilities ?? null;
  } catch {
    return null;
  }
}
