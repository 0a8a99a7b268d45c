export function downloadFile(name: string, text: string, type: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type }));
  link.download = name;
  link.click();
  // By then the browser has started the download and no longer needs the URL.
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}
