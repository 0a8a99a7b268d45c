/** Exit code of the decoding process for an unreadable picture; any other non-zero code is a failure of the process itself. */
export const damagedExitCode = 65;
