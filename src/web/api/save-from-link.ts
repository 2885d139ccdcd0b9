/** Follows a link to a file: the browser saves what it gets. A link that fails leaves the page as it is. */
export function saveFromLink(href: string, fileName: string): void {
  const link = document.createElement('a')
  link.href = href
  link.download = fileName
  link.click()
}
