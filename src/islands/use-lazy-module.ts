import { useEffect, useState } from 'react';

export interface LazyModule<Module> {
  /** Null until loaded. */
  module: Module | null;
  /** Loading failed; the next `need` retries. */
  isLost: boolean;
}

/**
 * Loads a part of an island on demand, and retries once.
 * @param load imports it
 * @param need '' while it is not needed; another value retries a failed load
 */
export function useLazyModule<Module>(load: () => Promise<Module>, need: string): LazyModule<Module> {
  const [part, setPart] = useState<LazyModule<Module>>({ module: null, isLost: false });
  const isHere = part.module !== null;
  useEffect(() => {
    if (need === '' || isHere) return;
    let isOver = false;
    load()
      .catch(load)
      .then(
        (module) => !isOver && setPart({ module, isLost: false }),
        () => !isOver && setPart({ module: null, isLost: true }),
      );
    return () => {
      isOver = true;
    };
  }, [load, need, isHere]);
  return part;
}
