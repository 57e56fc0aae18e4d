/** Hands a file to the browser's downloads. */
export function saveFile(content: Blob, name: string): void {
  const url = URL.createObjectURL(content)
  saveUrl(url, name)
  // Revoked in a later task: some browsers read the URL only after the click has been handled.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}

function saveUrl(url: string, name: string): void {
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
}
