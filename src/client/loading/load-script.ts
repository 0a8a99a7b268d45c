/** Fetches and runs a script of another address. @throws Error when it cannot be had; the next call asks again */
export function loadScript(address: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const script = Object.assign(document.createElement('script'), { src: address });
    script.onload = () => resolve();
    script.onerror = () => {
      script.remove();
      reject(new Error(`${address} could not be loaded.`));
    };
    document.head.append(script);
  });
}
