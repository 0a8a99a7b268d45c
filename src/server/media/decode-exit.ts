/** Exit code of the decoding process for a picture that cannot be read; any other failure is the process's own. */
export const damagedExitCode = 65;
