import { type UseQueryOptions, useQuery } from '@tanstack/react-query'

/**
 * Asks for what a part of the screen will show that is not drawn yet, beside what the screen waits for: one answer's time instead of two.
 * The part itself says when it fails. `isWanted`: whether that part will be drawn, and the person may read what it shows.
 */
export function useAhead<Data>(
  options: Pick<UseQueryOptions<Data>, 'queryKey' | 'queryFn'>,
  isWanted: boolean,
): void {
  useQuery({ ...options, enabled: isWanted, throwOnError: false, notifyOnChangeProps: [] })
}
