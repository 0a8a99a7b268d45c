export function downloadFile(name: string, text: string, type: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type }));
  link.download = name;
  link.click();
  // Release the URL only after the browser has started the download.
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}
