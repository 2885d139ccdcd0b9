import { useEffect, useState } from 'react'

const scrolledAbovePx = 100
const backBelowPx = 10

/** True once the page is scrolled past 100 px, false again below 10 px (§4); between the two it does not change. */
export function useIsScrolled(): boolean {
  const [isScrolled, setScrolled] = useState(() => window.scrollY > scrolledAbovePx)
  useEffect(() => {
    const onScroll = () =>
      setScrolled(was => (was ? window.scrollY >= backBelowPx : window.scrollY > scrolledAbovePx))
    window.addEventListener('scroll', onScroll, { passive: true })
    return () => window.removeEventListener('scroll', onScroll)
  }, [])
  return isScrolled
}
