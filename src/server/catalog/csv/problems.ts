/** A problem in a file, with the place of the cell. */
export interface Problem {
  /** Line of the file on which the record begins, from 1. */
  line: number;
  /** Header of the column as the file writes it, '' when it is about the whole row. */
  column: string;
  message: string;
}

/** `line 12, "Price": …` */
export function describeProblem(problem: Problem): string {
  return `line ${problem.line}${problem.column ? `, "${problem.column}"` : ''}: ${problem.message}`;
}
