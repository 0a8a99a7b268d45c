/** Exit code of the decoding process for an unreadable image; any other non-zero code means that the process itself failed. */
export const damagedExitCode = 65;
