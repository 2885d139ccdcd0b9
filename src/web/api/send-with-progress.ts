/**
 * Like `fetch`, which does not report upload progress. Throws as `fetch` does if there is no response or `signal` aborts the
 * request.
 */
export function sendWithProgress(
  address: string,
  request: RequestInit,
  onSent: (sentBytes: number, ofBytes: number) => void,
): Promise<Response> {
  return new Promise((resolve, reject) => {
    const xhr = new XMLHttpRequest()
    xhr.open(request.method ?? 'GET', address)
    new Headers(request.headers).forEach((value, name) => {
      xhr.setRequestHeader(name, value)
    })
    xhr.upload.onprogress = ({ loaded, total, lengthComputable }) => {
      if (lengthComputable) onSent(loaded, total)
    }
    xhr.onload = () => {
      resolve(new Response(xhr.responseText, { status: xhr.status, headers: headersOf(xhr) }))
    }
    xhr.onerror = () => reject(new TypeError('No response'))
    xhr.onabort = () => reject(new DOMException('The request was aborted', 'AbortError'))
    request.signal?.addEventListener('abort', () => xhr.abort())
    // `call` sends only text or a file.
    xhr.send((request.body ?? null) as string | Blob | null)
  })
}

function headersOf(xhr: XMLHttpRequest): Headers {
  const headers = new Headers()
  for (const line of xhr.getAllResponseHeaders().trim().split(/\r?\n/)) {
    const end = line.indexOf(':')
    if (end > 0) headers.append(line.slice(0, end), line.slice(end + 1).trim())
  }
  return headers
}
