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
    const asked = new XMLHttpRequest()
    asked.open(request.method ?? 'GET', address)
    new Headers(request.headers).forEach((value, name) => {
      asked.setRequestHeader(name, value)
    })
    asked.upload.onprogress = ({ loaded, total, lengthComputable }) => {
      if (lengthComputable) onSent(loaded, total)
    }
    asked.onload = () => {
      resolve(new Response(asked.responseText, { status: asked.status, headers: headersOf(asked) }))
    }
    asked.onerror = () => reject(new TypeError('The request got no answer'))
    asked.onabort = () => reject(new DOMException('The request was taken back', 'AbortError'))
    request.signal?.addEventListener('abort', () => asked.abort())
    // `call` sends only text or a file.
    asked.send((request.body ?? null) as string | Blob | null)
  })
}

function headersOf(asked: XMLHttpRequest): Headers {
  const headers = new Headers()
  for (const line of asked.getAllResponseHeaders().trim().split(/\r?\n/)) {
    const end = line.indexOf(':')
    if (end > 0) headers.append(line.slice(0, end), line.slice(end + 1).trim())
  }
  return headers
}
