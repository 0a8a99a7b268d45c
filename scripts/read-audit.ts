/** Parses the output of `npm audit --json`. */

export interface AuditVerdict {
  /** `no-feed`: the registry has no advisories, so the result is unknown. */
  state: 'clean' | 'vulnerable' | 'no-feed';
  /** One line per vulnerable package, most severe first: `nodemailer (high): title`. */
  lines: string[];
}

interface Vulnerability {
  severity: string;
  via: (string | { title?: string })[];
}

const severities = ['critical', 'high', 'moderate', 'low', 'info'];

/** Parses an audit report; returns `no-feed` for output that is not a report. */
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
