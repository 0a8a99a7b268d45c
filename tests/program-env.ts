const compiled = process.env.NODE_COMPILE_CACHE;

/** Environment of every program that a test starts: PATH and, if set, Node's compile cache. */
export const programEnv: Record<string, string> = {
  PATH: process.env.PATH ?? '',
  ...(compiled ? { NODE_COMPILE_CACHE: compiled } : {}),
};
