/** Error for invalid files in a merchant's folder. Each line of the message contains a path, the problem and what to do. */
export class FileError extends Error {
  override name = 'FileError';
  /** Error lines, each with a path and a reason. */
  readonly lines: readonly string[];

  constructor(path: string, ...reasons: readonly string[]) {
    const lines = reasons.map((reason) => (path === '' ? reason : `${path}: ${reason}`));
    super(lines.join('\n'));
    this.lines = lines;
  }
}

/** Collects errors of several files, so that the merchant sees all of them at once. */
export class FileErrors {
  readonly #lines: string[] = [];

  add(path: string, reasons: readonly string[]): void {
    if (reasons.length > 0) this.#lines.push(...new FileError(path, ...reasons).lines);
  }

  /** Returns the result of `read`. If `read` throws a FileError, collects the error and returns `otherwise`. */
  async collect<Value>(read: () => Value | Promise<Value>, otherwise: Value): Promise<Value> {
    try {
      return await read();
    } catch (error) {
      if (!(error instanceof FileError)) throw error;
      this.#lines.push(...error.lines);
      return otherwise;
    }
  }

  /** Throws if any errors were collected. @throws FileError with all collected lines, without duplicates */
  throwIfAny(): void {
    if (this.#lines.length > 0) throw new FileError('', ...new Set(this.#lines));
  }
}
