import { useEffect, useState } from 'react';

export interface LazyModule<Module> {
  /** The module, null until it has loaded. */
  module: Module | null;
  /** True if loading failed; a new value of `need` starts another attempt. */
  isLost: boolean;
}

/**
 * Loads a module of an island on demand, and retries a failed load once.
 * @param load imports the module
 * @param need '' while the module is not needed; a new value retries a failed load
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
