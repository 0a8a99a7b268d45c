const compiled = process.env.NODE_COMPILE_CACHE;

/** What every program that a test starts is given: where programs are, and where Node keeps what it has compiled, if it does. */
export const programEnv: Record<string, string> = {
  PATH: process.env.PATH ?? '',
  ...(compiled ? { NODE_COMPILE_CACHE: compiled } : {}),
};
