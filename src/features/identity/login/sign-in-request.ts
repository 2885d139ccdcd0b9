import { Problem } from '../../../contract/problems.ts'
import { paths } from '../../../web/routing/paths.ts'

/**
 * Sends a step of the login. If this browser has no open sign-in request, because the page is a bookmark or was open for too
 * long, it starts one and sends the step again, so that nothing typed is lost.
 */
export async function withSignInRequest<T>(send: () => Promise<T>): Promise<T> {
  try {
    return await send()
  } catch (failure) {
    if (!isExpired(failure)) throw failure
    await startSignInRequest()
    return await send()
  }
}

/** Whether this browser has no sign-in request, or no longer the one that the step belongs to. */
export function isExpired(failure: unknown): boolean {
  return failure instanceof Problem && failure.code === 'conflict'
}

/** Starts a request at the embedded provider without leaving the page: its redirects, which set the cookies, end here. */
async function startSignInRequest(): Promise<void> {
  const response = await fetch(paths.signIn(undefined, 'embedded'), {
    credentials: 'same-origin',
    headers: { accept: 'text/html' },
  }).catch(() => null)
  if (response === null || new URL(response.url).pathname !== window.location.pathname)
    throw new Problem('unavailable', {
      detail: 'The login could not be started. Please check your connection and try again.',
    })
}
