import { useEffect, useState } from 'react';

export interface Part<Module> {
  /** Null until it has come. */
  module: Module | null;
  /** It could not be fetched; the next need asks again. */
  isLost: boolean;
}

/**
 * A part of an island that is fetched when it is needed, a second time where the first fails.
 * @param load imports it
 * @param need '' while it is not needed; another need tries again for what was lost
 */
export function usePart<Module>(load: () => Promise<Module>, need: string): Part<Module> {
  const [part, setPart] = useState<Part<Module>>({ module: null, isLost: false });
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
