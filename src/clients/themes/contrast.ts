/** The relative luminance of a color `#rrggbb` as WCAG 2.2 defines it: 0 is black, 1 is white. */
function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map(start => {
    const share = Number.parseInt(hex.slice(start, start + 2), 16) / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** The contrast ratio of two colors `#rrggbb`, from 1 to 21. */
export function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

/** The colors of a style sheet by name, light and dark, declared as `--name: light-dark(#rrggbb, #rrggbb)`. */
export function colorsOf(css: string): Map<string, { light: string; dark: string }> {
  const written = css.matchAll(/--([\w-]+):\s*light-dark\(\s*(#[0-9a-f]{6})\s*,\s*(#[0-9a-f]{6})\s*\)/gi)
  return new Map([...written].map(([, name = '', light = '', dark = '']) => [name, { light, dark }]))
}
