/** A problem in a CSV file, with the position of the cell. */
export interface Problem {
  /** Line of the file where the record begins, from 1. */
  line: number;
  /** Header of the column as in the file, '' if the problem concerns the whole row. */
  column: string;
  message: string;
}

/** Formats a problem as `line 12, "Price": …`. */
export function describeProblem(problem: Problem): string {
  return `line ${problem.line}${problem.column ? `, "${problem.column}"` : ''}: ${problem.message}`;
}
